import type { Vault } from '#kit/crypto/vault.ts'
import type { Store } from '#platform/model/store.ts'
import { checkSchema, migrate, reportNewer } from '#stores/migrations/migrate.ts'
import { type Migration, migrations } from '#stores/migrations/migrations.ts'
import { Kysely, SqliteDialect, sql } from '#stores/sql/kysely.ts'
import { createSqlStore } from '#stores/sql/sql-store.ts'
import { createTableWatchers } from '#stores/sql/table-watchers.ts'
import type { Tables } from '#stores/sql/tables.ts'
import { createQueryCache, withQueryCache } from './query-cache.ts'
import { openSqliteDatabase } from './sqlite-database.ts'

/** The store in one SQLite file used by this process alone (`:memory:` for a temporary one). */
export async function openSqliteStore(
  path: string,
  vault: Vault,
  history: readonly Migration[] = migrations,
  log: (line: string) => void = () => {},
): Promise<Store> {
  const memory = createQueryCache()
  const watchers = createTableWatchers()
  const database = openSqliteDatabase(path, (written) => {
    memory.onWrite(written)
    watchers.onWrite(written)
  })
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  try {
    reportNewer(await migrate(db, history), log)
    await checkSchema(db)
    memory.learn(await dependenciesIn(db))
  } catch (error) {
    await db.destroy()
    throw error
  }
  return { ...withQueryCache(createSqlStore(db, vault), memory), watch: watchers.watch }
}

/** Tables with cascading deletes. */
async function dependenciesIn(db: Kysely<Tables>): Promise<(readonly [string, string])[]> {
  const { rows } = await sql<{ dependent: string; parent: string }>`
    select tables.name as dependent, keys."table" as parent
    from sqlite_master as tables, pragma_foreign_key_list(tables.name) as keys
    where tables.type = 'table'`.execute(db)
  return rows.map(({ dependent, parent }) => [dependent, parent] as const)
}
