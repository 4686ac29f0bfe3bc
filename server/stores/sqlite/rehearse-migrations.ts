import { checkSchema, migrate } from '#stores/migrations/migrate.ts'
import { Kysely, SqliteDialect } from '#stores/sql/kysely.ts'
import type { Tables } from '#stores/sql/tables.ts'
import { openSqliteDatabase } from './sqlite-database.ts'

/** Runs pending migrations on a copy of a store; throws when one fails. */
export async function rehearseOnSqlite(copy: string): Promise<void> {
  const database = openSqliteDatabase(copy)
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  try {
    await migrate(db)
    await checkSchema(db)
  } finally {
    await db.destroy()
  }
}
