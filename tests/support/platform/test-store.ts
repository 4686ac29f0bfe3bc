import { randomBytes } from 'node:crypto'
import { createVault, type Vault } from '#kit/crypto/vault.ts'
import type { Store } from '#platform/model/store.ts'
import { migrate } from '#stores/migrations/migrate.ts'
import { type Migration, migrations } from '#stores/migrations/migrations.ts'
import { Kysely, SqliteDialect } from '#stores/sql/kysely.ts'
import type { Tables } from '#stores/sql/tables.ts'
import { openSqliteDatabase } from '#stores/sqlite/sqlite-database.ts'
import { openSqliteStore } from '#stores/sqlite/sqlite-store.ts'

/** An SQLite store whose tables are made at once: running every migration takes ten times as long, and tests open hundreds. */
export async function openTestStore(
  path = ':memory:',
  vault: Vault = createVault(randomBytes(32)),
): Promise<Store> {
  squashed ??= squash()
  return openSqliteStore(path, vault, await squashed)
}

let squashed: Promise<readonly Migration[]> | undefined

/** Migrations of the same names with the same result, of which the first does everything. */
async function squash(): Promise<readonly Migration[]> {
  const statements = await resultOf(migrations)
  return migrations.map(({ name, compatibleWith }, index) => ({
    name,
    compatibleWith,
    statements: async () => (index === 0 ? statements : []),
  }))
}

/** Statements that make what these migrations make. */
export async function resultOf(history: readonly Migration[]): Promise<string[]> {
  const database = openSqliteDatabase(':memory:')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  try {
    await migrate(db, history)
    const all = (sql: string) => database.prepare(sql).all([]) as Record<string, string>[]
    const made = all("select * from sqlite_master where sql is not null and name <> 'migrations'")
    const isTable = ({ type }: Record<string, string>) => type === 'table'
    const rows = made.filter(isTable).flatMap(({ name = '' }) => {
      const columns = all(`select name from pragma_table_info('${name}')`)
      const values = columns.map((column) => `quote("${column.name}")`).join(` || ', ' || `)
      return all(
        `select 'insert into "${name}" values (' || ${values} || ')' as sql from "${name}"`,
      )
    })
    // Triggers come last, because they are not for these rows.
    const ordered = [...made.filter(isTable), ...rows, ...made.filter((each) => !isTable(each))]
    return ordered.map(({ sql = '' }) => sql)
  } finally {
    await db.destroy()
  }
}

/** A store or a transaction with other nouns; a spread would lose those that a transaction makes when they are used. */
export const withNouns = (store: Store, nouns: Partial<Store>): Store =>
  new Proxy({} as Store, {
    get: (_, noun) => Reflect.get(Object.hasOwn(nouns, noun) ? nouns : store, noun),
  })
