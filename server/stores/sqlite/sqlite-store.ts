import { Kysely, SqliteDialect } from 'kysely'
import type { Vault } from '#kit/vault.ts'
import type { Store } from '#platform/store.ts'
import { migrate } from '#stores/migrations/migrate.ts'
import { createSqlStore } from '#stores/sql/sql-store.ts'
import type { Tables } from '#stores/sql/tables.ts'
import { remember } from './remember.ts'
import { openSqliteDatabase } from './sqlite-database.ts'

/** The store in one SQLite file that this process alone uses (`:memory:` for one that is gone with the process). */
export async function openSqliteStore(path: string, vault: Vault): Promise<Store> {
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: openSqliteDatabase(path) }),
  })
  try {
    await migrate(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return remember(createSqlStore(db, vault))
}
