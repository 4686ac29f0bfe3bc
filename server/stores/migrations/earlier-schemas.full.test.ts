import '#tests/support/home/own-home.ts'
import assert from 'node:assert/strict'
import { mkdtempDisposable, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { postgresqlMigrations } from '#stores/postgresql/dialect.ts'
import { openPool } from '#stores/postgresql/pool.ts'
import { postgresqlDialect } from '#stores/postgresql/postgresql-driver.ts'
import { Kysely, SqliteDialect, sql } from '#stores/sql/kysely.ts'
import type { Tables } from '#stores/sql/tables.ts'
import { openSqliteDatabase } from '#stores/sqlite/sqlite-database.ts'
import {
  openPostgresqlServer,
  type PostgresqlServer,
} from '#tests/support/servers/postgresql-server.ts'
import { copyToPostgresql } from '#tests/support/stores/copy-to-postgresql.ts'
import { folders, restoreFolder } from '#tests/support/stores/restore-folder.ts'
import { checkSchema, migrate, planMigrations } from './migrate.ts'
import { type MigrationDialect, sqliteMigrations } from './migration-dialect.ts'
import { migrations } from './migrations.ts'
import { schema } from './schema.ts'

/** Facts of an earlier version in every schema since, as versions in between have left them. */
let server: PostgresqlServer

before(async () => {
  server = await openPostgresqlServer()
})
after(() => server?.[Symbol.asyncDispose]())

interface Opened {
  db: Kysely<Tables>
  dialect: MigrationDialect
}

const stores: Record<string, (file: string) => Promise<Opened>> = {
  async SQLite(file) {
    const dialect = new SqliteDialect({ database: openSqliteDatabase(file) })
    return { db: new Kysely<Tables>({ dialect }), dialect: sqliteMigrations }
  },
  async PostgreSQL(file) {
    const url = await server.createDatabase()
    await copyToPostgresql(file, url)
    const dialect = postgresqlDialect(openPool(url.href), () => {})
    return { db: new Kysely<Tables>({ dialect }), dialect: postgresqlMigrations }
  },
}

/** All rows of all tables, in the order of their text. */
async function factsOf({ db }: Opened): Promise<Record<string, string[]>> {
  const facts: Record<string, string[]> = {}
  for (const table of Object.keys(schema)) {
    if (table === 'migrations') continue
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
      db,
    )
    facts[table] = rows.map(textOf).sort()
  }
  return facts
}

/** The same whatever the order of the columns. */
const textOf = (row: Record<string, unknown>): string =>
  JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)))

for (const version of await readdir(folders))
  for (const [kind, open] of Object.entries(stores))
    test(`facts of ${version}: on ${kind}, each schema since leads to the same facts of today`, async () => {
      const after = async (last: string | undefined) => {
        await using folder = await mkdtempDisposable(join(tmpdir(), 'berth-schema-'))
        await restoreFolder(version, folder.path)
        const opened = await open(join(folder.path, 'berth.sqlite'))
        const { db, dialect } = opened
        const { pending } = await planMigrations(db, migrations, dialect)
        if (last !== undefined)
          await migrate(
            db,
            migrations.filter(({ name }) => name <= last),
            dialect,
          )
        await migrate(db, migrations, dialect)
        await checkSchema(db, dialect)
        const facts = await factsOf(opened)
        await db.destroy()
        return { pending, facts }
      }
      const { pending, facts } = await after(undefined)
      assert.ok((facts.applications?.length ?? 0) > 0 && (facts.addons?.length ?? 0) > 0)
      for (const { name } of pending) assert.deepEqual((await after(name)).facts, facts, name)
    })
