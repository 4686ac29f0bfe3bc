import { DatabaseSync } from 'node:sqlite'
import { migrate } from '#stores/migrations/migrate.ts'
import { migrations } from '#stores/migrations/migrations.ts'
import { presentName } from '#stores/migrations/repairs.ts'
import { postgresqlMigrations } from '#stores/postgresql/dialect.ts'
import { Client } from '#stores/postgresql/pg.ts'
import { openPool } from '#stores/postgresql/pool.ts'
import { postgresqlDialect } from '#stores/postgresql/postgresql-driver.ts'
import { Kysely } from '#stores/sql/kysely.ts'
import type { Tables } from '#stores/sql/tables.ts'

/** Fills an empty PostgreSQL database with the facts of a file of SQLite, in the schema that this file has. */
export async function copyToPostgresql(file: string, url: URL): Promise<void> {
  using source = new DatabaseSync(file, { readOnly: true })
  const run = source.prepare('select name from migrations').all()
  const names = new Set(run.map(({ name }) => presentName(String(name))))
  const history = migrations.filter(({ name }) => names.has(name))
  const db = new Kysely<Tables>({ dialect: postgresqlDialect(openPool(url.href), () => {}) })
  await migrate(db, history, postgresqlMigrations)
  await db.destroy()
  await copyRows(source, url)
}

const tableNames = `select name from sqlite_master
  where type = 'table' and name not like 'sqlite\\_%' escape '\\' and name <> 'migrations'`

async function copyRows(source: DatabaseSync, url: URL): Promise<void> {
  const client = new Client({ connectionString: url.href })
  await client.connect()
  try {
    // Without foreign keys, because tables are filled in the order of their names.
    await client.query('set session_replication_role = replica')
    for (const { name } of source.prepare(tableNames).all()) {
      // A migration may have put rows of its own into it.
      await client.query(`delete from "${name}"`)
      for (const row of source.prepare(`select * from "${name}"`).all()) {
        const columns = Object.keys(row).map((column) => `"${column}"`)
        const places = columns.map((_, index) => `$${index + 1}`)
        const words = `insert into "${name}" (${columns.join(', ')}) values (${places.join(', ')})`
        await client.query(words, Object.values(row))
      }
    }
  } finally {
    await client.end()
  }
}
