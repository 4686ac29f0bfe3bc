import { isStoreUnavailable } from '#platform/model/store-unavailable.ts'
import { type MigrationPlan, planMigrations } from '#stores/migrations/migrate.ts'
import { type Migration, migrations } from '#stores/migrations/migrations.ts'
import { Kysely, sql } from '#stores/sql/kysely.ts'
import type { Tables } from '#stores/sql/tables.ts'
import { postgresqlMigrations } from './dialect.ts'
import { openPool } from './pool.ts'
import { postgresqlDialect } from './postgresql-driver.ts'
import { explainDatabase } from './unusable-database.ts'

/** Servers wait for the tables meanwhile, and their statements no longer than 10 s. */
const timeout = '8s'

export interface Rehearsal {
  pending: readonly Migration[]
  /** Whether they were run; not where the servers were in the way. */
  isRehearsed: boolean
}

/** Runs pending migrations in a transaction that is rolled back; throws when one fails. */
export async function rehearseOnPostgresql(
  url: URL,
  history: readonly Migration[] = migrations,
): Promise<Rehearsal> {
  const db = new Kysely<Tables>({ dialect: postgresqlDialect(openPool(url.href), () => {}) })
  try {
    return await db.connection().execute(async (connection) => {
      const plan = await planMigrations(connection, history, postgresqlMigrations)
      const { pending } = plan
      return { pending, isRehearsed: await runAndUndo(connection, plan) }
    })
  } catch (error) {
    const { cause } = error as Error
    throw explainDatabase(cause instanceof Error ? cause : error, url)
  } finally {
    await db.destroy()
  }
}

const undone = new Error('rolled back')

/** Returns whether it could be run. */
async function runAndUndo(connection: Kysely<Tables>, { work }: MigrationPlan): Promise<boolean> {
  if (!work) return true
  await sql`set statement_timeout = ${sql.lit(timeout)}`.execute(connection)
  try {
    await connection.transaction().execute(async (transaction) => {
      await work(transaction)
      throw undone
    })
  } catch (error) {
    // A deadlock is with a statement of a server that runs, as a timeout is.
    const isInTheWay = isStoreUnavailable(error) || (error as { code?: string }).code === '40P01'
    if (error !== undone && !isInTheWay) throw error
    return error === undone
  }
  return true
}
