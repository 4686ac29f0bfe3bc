import { type Kysely, sql } from '#stores/sql/kysely.ts'
import type { Tables } from '#stores/sql/tables.ts'
import { prepareHistory, readRunMigrations, standingOf } from './history.ts'
import { type MigrationDialect, sqliteMigrations } from './migration-dialect.ts'
import { type Migration, migrations } from './migrations.ts'
import { neededRepairs, presentName, repair } from './repairs.ts'
import { schema } from './schema.ts'

/**
 * Applies pending migrations in one transaction, after repairing what earlier forms of done ones have left out: where one fails, the version
 * before still starts. Refuses data of a newer version before any write, unless that has marked all its migrations as compatible with this
 * one; returns their names.
 */
export async function migrate(
  db: Kysely<Tables>,
  history: readonly Migration[] = migrations,
  dialect: MigrationDialect = sqliteMigrations,
): Promise<readonly string[]> {
  const { newer, work } = await planMigrations(db, history, dialect)
  if (work) await db.transaction().execute(work)
  return newer
}

/** What a start would do to a database, to be done in a transaction; `work` is missing where there is nothing to do. */
export interface MigrationPlan {
  pending: readonly Migration[]
  newer: readonly string[]
  work: ((transaction: Kysely<Tables>) => Promise<void>) | undefined
}

/** Compares a database with the migrations of this version, and writes nothing. */
export async function planMigrations(
  db: Kysely<Tables>,
  history: readonly Migration[] = migrations,
  dialect: MigrationDialect = sqliteMigrations,
): Promise<MigrationPlan> {
  const columns = await dialect.readColumns(db)
  const run = await readRunMigrations(db, columns)
  const { pending, newer, refused } = standingOf(run, history)
  if (refused.length > 0) throw new NewerStoreError(refused.map(presentName))

  const names = run.map(({ name }) => name)
  const repairs = neededRepairs(names, columns)
  const isRepaired = repairs.statements.length + repairs.misnamed.length === 0
  const isMarked = columns.has('migrations.compatibleWith')
  if (pending.length === 0 && isRepaired && isMarked) return { pending, newer, work: undefined }
  const work = async (transaction: Kysely<Tables>) => {
    await prepareHistory(transaction, columns)
    await repair(transaction, repairs, dialect)
    const parts = await Promise.all(pending.map(({ statements }) => statements()))
    for (const part of parts.flat()) await sql.raw(dialect.translate(part)).execute(transaction)
    const date = Date.now()
    const rows = pending.map(({ name, compatibleWith }) => ({ name, date, compatibleWith }))
    if (rows.length > 0) await transaction.insertInto('migrations').values(rows).execute()
  }
  return { pending, newer, work }
}

/** Says in the log of a server that it goes on with tables of a newer version. */
export function reportNewer(newer: readonly string[], log: (line: string) => void): void {
  if (newer.length > 0)
    log(
      `a newer version of Berth has changed the tables (${newer.join(', ')}) so that this one can go on with them`,
    )
}

/** Refuses a database that lacks a column, before queries fail one by one. */
export async function checkSchema(
  db: Kysely<Tables>,
  { readColumns }: MigrationDialect = sqliteMigrations,
): Promise<void> {
  const columns = await readColumns(db)
  const missing = Object.entries(schema)
    .flatMap(([table, names]) => names.split(' ').map((name) => `${table}.${name}`))
    .filter((column) => !columns.has(column))
  if (missing.length > 0) throw new IncompleteStoreError(missing)
}

/** The data was written by a newer version of Berth. */
export class NewerStoreError extends Error {
  constructor(unknown: readonly string[]) {
    super(
      `the data was written by a newer version of Berth (it knows ${unknown.join(', ')}, this one does not): ` +
        'start that version, or point BERTH_DATA at another folder or BERTH_STORE at another database; nothing was changed',
    )
  }
}

/** Tables or columns are missing that the migrations have made. */
export class IncompleteStoreError extends Error {
  constructor(missing: string[]) {
    const named = missing.slice(0, 5).join(', ')
    const rest = missing.length > 5 ? ` and ${missing.length - 5} more` : ''
    super(
      `the store has run all migrations and yet lacks ${named}${rest}: somebody has changed its tables, or another program wrote it; ` +
        'restore a back-up, or add what is missing as in server/stores/migrations',
    )
  }
}
