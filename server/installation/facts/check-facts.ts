import { existsSync } from 'node:fs'
import { mkdir, mkdtempDisposable } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { DatabaseSync, backup as snapshot } from 'node:sqlite'
import { InstallationError } from '#installation/installation-error.ts'
import type { Settings } from '#settings/settings.ts'
import { type RunMigration, standingOf } from '#stores/migrations/history.ts'
import { NewerStoreError } from '#stores/migrations/migrate.ts'
import { migrations } from '#stores/migrations/migrations.ts'
import { storeOf } from './finish-return.ts'

type Pending = readonly RunMigration[]

/** Refuses data that a newer version has written. Those in PostgreSQL are refused at the rehearsal, or at the start. */
export function checkFacts({ data, store }: Settings): Pending {
  if (store !== 'sqlite' || !existsSync(storeOf(data))) return []
  const database = new DatabaseSync(storeOf(data), { readOnly: true })
  try {
    const { pending, refused } = standingOf(readRun(database), migrations)
    if (refused.length === 0) return pending
    throw new InstallationError(
      `The data of ${data} were written by a newer version (it knows ${refused.join(', ')}), so this one cannot run on them. Nothing was changed.`,
    )
  } finally {
    database.close()
  }
}

/** What a database file has run, which any version may have written. */
function readRun(database: DatabaseSync): RunMigration[] {
  const columns = database.prepare(`select name from pragma_table_info('migrations')`).all()
  if (columns.length === 0) return []
  const isMarked = columns.some(({ name }) => name === 'compatibleWith')
  const mark = isMarked ? '"compatibleWith"' : 'null'
  const rows = database.prepare(`select name, ${mark} as mark from migrations`).all()
  return rows.map(({ name, mark }) => ({
    name: String(name),
    compatibleWith: mark === null ? null : String(mark),
  }))
}

/**
 * Runs pending migrations before the server of the former version ends, where they change nothing: those of SQLite on a copy, those of
 * PostgreSQL in a transaction that is rolled back.
 */
export async function rehearseMigrations(
  settings: Settings,
  former: string,
  say: (line: string) => void,
): Promise<void> {
  try {
    if (settings.store === 'sqlite') {
      if (checkFacts(settings).length > 0) await rehearseOnCopy(settings.data)
      return
    }
    const { rehearseOnPostgresql } = await import('#stores/postgresql/rehearse-migrations.ts')
    const { pending, isRehearsed } = await rehearseOnPostgresql(settings.store)
    if (!isRehearsed)
      say('The database was too busy to try the migrations first: the start of the server will.')
    warnOfNoReturn(pending, former, say)
  } catch (error) {
    if (error instanceof InstallationError) throw error
    const { message } = error as Error
    if (error instanceof NewerStoreError)
      throw new InstallationError(`${message[0]?.toUpperCase()}${message.slice(1)}.`)
    throw new InstallationError(
      `The migrations of the new version fail on these facts: ${message}. Nothing was changed, and ${basename(former)} runs on.`,
    )
  }
}

async function rehearseOnCopy(data: string): Promise<void> {
  const scratch = join(data, 'before-upgrade')
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  await using folder = await mkdtempDisposable(join(scratch, 'rehearsal-'))
  const copy = join(folder.path, 'berth.sqlite')
  const source = new DatabaseSync(storeOf(data), { readOnly: true })
  try {
    await snapshot(source, copy)
  } finally {
    source.close()
  }
  const { rehearseOnSqlite } = await import('#stores/sqlite/rehearse-migrations.ts')
  await rehearseOnSqlite(copy)
}

/** Nothing of PostgreSQL is copied, because other servers may write: the version before has to go on with the tables of this one. */
function warnOfNoReturn(pending: Pending, former: string, say: (line: string) => void): void {
  const isKnown = (name: string) =>
    existsSync(join(former, 'server/stores/migrations', `${name}.sql`))
  const final = pending.filter(
    ({ compatibleWith }) => compatibleWith === null || !isKnown(compatibleWith),
  )
  if (final.length === 0) return
  const version = basename(former)
  say(
    `${final.map(({ name }) => name).join(', ')}: ${version} cannot start on the database after that. Going back to it will need your back-up of the database (pg_dump); servers of ${version} that share it must not be restarted before they are upgraded.`,
  )
}
