import { type Kysely, sql } from '#stores/sql/kysely.ts'
import type { Tables } from '#stores/sql/tables.ts'
import type { Migration } from './migrations.ts'
import { presentName } from './repairs.ts'

/** A migration that a database has run, with the mark that it had in the version that ran it. */
export type RunMigration = Pick<Migration, 'name' | 'compatibleWith'>

const table = 'migrations'
const mark = 'compatibleWith'

/** What a database has run, by the table of migrations as any version has left it. */
export async function readRunMigrations(
  db: Kysely<Tables>,
  columns: ReadonlySet<string>,
): Promise<RunMigration[]> {
  if (!columns.has(`${table}.name`)) return []
  if (columns.has(`${table}.${mark}`)) return db.selectFrom(table).select(['name', mark]).execute()
  const rows = await db.selectFrom(table).select('name').execute()
  return rows.map(({ name }) => ({ name, compatibleWith: null }))
}

/**
 * Makes the table of migrations, or gives one from before the marks their column. No numbered migration does that: an earlier version
 * refuses a number that it does not know, and has no need to.
 */
export async function prepareHistory(
  db: Kysely<Tables>,
  columns: ReadonlySet<string>,
): Promise<void> {
  await sql`create table if not exists migrations
    ("name" text primary key, "date" bigint not null, "compatibleWith" text)`.execute(db)
  if (columns.has(`${table}.name`) && !columns.has(`${table}.${mark}`))
    await sql`alter table migrations add column "compatibleWith" text`.execute(db)
}

/** How a database stands to a version. */
export interface Standing {
  /** Migrations that the version has and the database has not run. */
  pending: readonly Migration[]
  /** Migrations of a newer version that this one can go on with. */
  newer: readonly string[]
  /** Those that it cannot go on with. */
  refused: readonly string[]
}

/** Compares what a database has run with what a version knows. */
export function standingOf(run: readonly RunMigration[], history: readonly Migration[]): Standing {
  const known = new Set(history.map(({ name }) => name))
  const done = new Set(run.map(({ name }) => presentName(name)))
  const pending = history.filter(({ name }) => !done.has(name))
  const unknown = run.filter(({ name }) => !known.has(presentName(name)))
  // Nobody has tried a migration on tables that a newer version has changed already.
  const goesOn = ({ compatibleWith }: RunMigration) =>
    pending.length === 0 && compatibleWith !== null && known.has(compatibleWith)
  return {
    pending,
    newer: unknown.filter(goesOn).map(({ name }) => name),
    refused: unknown.filter((each) => !goesOn(each)).map(({ name }) => name),
  }
}
