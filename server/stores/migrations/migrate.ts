import type { Kysely } from 'kysely'
import { sql } from '#stores/sql/kysely.ts'
import type { Tables } from '#stores/sql/tables.ts'
import { type MigrationDialect, sqliteMigrations } from './migration-dialect.ts'
import { type Migration, migrations } from './migrations.ts'
import { presentName, repair } from './repairs.ts'
import { schema } from './schema.ts'

/**
 * Applies pending migrations in one transaction, after repairing what earlier forms of done ones have left out: where one fails, the version
 * before still starts. Refuses data of a newer version before any write.
 */
export async function migrate(
  db: Kysely<Tables>,
  history: readonly Migration[] = migrations,
  dialect: MigrationDialect = sqliteMigrations,
) {
  await sql`create table if not exists migrations ("name" text primary key, "date" bigint not null)`.execute(
    db,
  )
  const run = (await db.selectFrom('migrations').select('name').execute()).map(({ name }) => name)
  const done = run.map(presentName)
  const unknown = unknownMigrations(run, history)
  if (unknown.length > 0) throw new NewerStoreError(unknown)

  await repair(db, run, dialect)
  const pending = history.filter(({ name }) => !done.includes(name))
  if (pending.length === 0) return
  const parts = await Promise.all(pending.map(({ statements }) => statements()))
  await db.transaction().execute(async (transaction) => {
    for (const part of parts.flat()) await sql.raw(dialect.translate(part)).execute(transaction)
    const date = Date.now()
    const rows = pending.map(({ name }) => ({ name, date }))
    await transaction.insertInto('migrations').values(rows).execute()
  })
}

/** Names of migrations that a database has run and this version does not know: a newer one wrote it. */
export const unknownMigrations = (
  run: readonly string[],
  history: readonly Migration[] = migrations,
): string[] => run.map(presentName).filter((name) => !history.some((known) => known.name === name))

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
  constructor(unknown: string[]) {
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
