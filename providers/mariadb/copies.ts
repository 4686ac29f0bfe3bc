import { mkdtemp, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { BackupSkippedError } from '#providers/kit/backups/backup-skipped-error.ts'
import { explainTooLarge, maxWritten } from '#providers/kit/backups/max-written.ts'
import { createGrowthWatch } from '#providers/kit/disk/growth-watch.ts'
import { runProgram } from '#providers/kit/process/run-program.ts'
import { type Database, dropDatabase, makeDatabase, namesOf } from './database.ts'
import { findInvalidViews } from './invalid-views.ts'
import type { Plan } from './plans.ts'
import type { Server } from './server/server.ts'

export interface DumpRequest {
  path: string
  /** Disk limit of the database, in bytes. */
  disk: number
  /** In milliseconds. */
  timeout?: number | undefined
}

/** Dumps the database of a resource to a file; returns the invalid views, which are left out. */
export async function dumpDatabase(
  server: Server,
  id: string,
  { path, disk, timeout }: DumpRequest,
): Promise<string[]> {
  const { name } = namesOf(id)
  const without = await findInvalidViews(server, name)
  const options = { without, maxBytes: maxWritten(disk), timeout }
  await server.dump(name, path, options).catch(explainSkip)
  return without
}

/** Explains failures that the customer has caused. */
function explainSkip(problem: Error): never {
  if (/Lock wait timeout exceeded/.test(problem.message))
    throw new BackupSkippedError('a table was locked by a session of the database')
  if (/View '.*' references invalid .*\(1356\)/s.test(problem.message))
    throw new BackupSkippedError('a table of a view went away meanwhile')
  if (/ended with SIGKILL/.test(problem.message)) throw new BackupSkippedError('it took too long')
  return explainTooLarge(problem)
}

export interface RestoreRequest extends DumpRequest {
  /** The resource that the file was made of. */
  from: string
}

/**
 * Fills the empty database of a resource from the file of another one, as its own user: statements of a customer must
 * not run as administrator.
 */
export async function fillDatabase(
  server: Server,
  database: Database,
  { path, from, disk, timeout }: RestoreRequest,
): Promise<void> {
  const folder = await mkdtemp(join(dirname(path), 'fill-'))
  try {
    const copy = join(folder, 'dump.sql')
    await giveTo(database.user, namesOf(from).user, { from: path, to: copy })
    await loadWatched(server, database, { path: copy, maxBytes: maxRestored(disk), timeout })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Size limit while restoring, because the plan's limit is enforced with a delay. */
const maxRestored = (disk: number) => 2 * disk

/** Loads a file, and stops when the database exceeds its limit. */
async function loadWatched(
  server: Server,
  database: Database,
  { path, maxBytes, timeout }: { path: string; maxBytes: number; timeout?: number | undefined },
): Promise<void> {
  let isTooLarge = false
  const watch = createGrowthWatch(() => {})
  watch.add(database.name, {
    folder: join(server.cluster, database.name),
    maxBytes,
    async onSize(bytes) {
      isTooLarge ||= bytes > maxBytes
      if (isTooLarge) await server.run(`kill user ${database.user};`)
    },
  })
  try {
    await server.load(database, path, timeout)
  } catch (problem) {
    if (!isTooLarge) throw problem
    throw new BackupSkippedError(`what it holds does not fit into ${maxBytes} bytes`)
  } finally {
    await watch.close()
  }
}

/** Changes the definer of views and routines, which has another name here; rows stay unchanged. */
async function giveTo(user: string, before: string, copy: { from: string; to: string }) {
  const change = `/^INSERT INTO /!s/DEFINER=\`${before}\`@\`%\`/DEFINER=\`${user}\`@\`%\`/g`
  const { size } = await stat(copy.from)
  await runProgram(['sed', '--expression', change], {
    inputFile: copy.from,
    outputFile: copy.to,
    env: { LC_ALL: 'C' },
    timeout: 600_000,
    // Both names have the same length.
    maxOutputBytes: size + 1,
  })
}

/** Verifies a dump by restoring it beside the original database. */
export async function tryDump(
  server: Server,
  id: string,
  { path, disk, timeout }: DumpRequest,
): Promise<void> {
  const last = await runProgram(['tail', '--lines=1'], { inputFile: path })
  if (!last.startsWith('-- Dump completed')) throw new Error(`the copy of ${id} is not complete`)
  const scratch = `scratch ${id}`
  await dropDatabase(server, scratch)
  try {
    const database = await makeDatabase(server, scratch, { connections: 2 })
    await fillDatabase(server, database, { path, disk, timeout, from: id }).catch(explainSkip)
  } finally {
    await dropDatabase(server, scratch)
  }
}

/** Copies the database of a resource to another server; the original stays. */
export async function copyDatabase(
  id: string,
  copying: { from: Server; to: Server; path: string; before: Plan; after: Plan; password: string },
): Promise<Database> {
  const { from, to, path, before, after, password } = copying
  try {
    await rm(path, { force: true })
    await dumpDatabase(from, id, { path, disk: Math.max(before.disk, after.disk) })
    await dropDatabase(to, id)
    const database = await makeDatabase(to, id, after, password)
    await fillDatabase(to, database, { path, disk: after.disk, from: id })
    return database
  } finally {
    await rm(path, { force: true })
  }
}
