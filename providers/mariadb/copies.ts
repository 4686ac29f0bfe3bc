import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { BackupSkippedError } from '#providers/kit/backups/backup-skipped-error.ts'
import { runProgram } from '#providers/kit/run-program.ts'
import { type Database, dropDatabase, makeDatabase, namesOf } from './database.ts'
import type { Server } from './server.ts'

/** Writes everything in the database of a resource to a file; within so many milliseconds, for a back-up. */
export const dumpDatabase = (
  server: Server,
  id: string,
  path: string,
  timeout?: number,
): Promise<void> => server.dump(namesOf(id).name, path, timeout).catch(explainSkip)

/** Whether the customer's own doing has kept the client from ending well. */
function explainSkip(problem: Error): never {
  if (/Lock wait timeout exceeded/.test(problem.message))
    throw new BackupSkippedError('a table was locked by a session of the database')
  if (/ended with SIGKILL/.test(problem.message)) throw new BackupSkippedError('it took too long')
  throw problem
}

/**
 * Fills the empty database of a resource from the file of another one. Its own user does so: the statements are in part
 * a customer's, and must not find themselves with the rights of an administrator.
 */
export async function fillDatabase(
  server: Server,
  database: Database,
  { path, from, timeout }: { path: string; from: string; timeout?: number },
): Promise<void> {
  const folder = await mkdtemp(join(dirname(path), 'fill-'))
  try {
    const copy = join(folder, 'dump.sql')
    await giveTo(database.user, namesOf(from).user, { from: path, to: copy })
    await server.load(database, copy, timeout)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Views and routines belong to somebody, who has another name here; rows stay as they are. */
async function giveTo(user: string, before: string, copy: { from: string; to: string }) {
  const change = `/^INSERT INTO /!s/DEFINER=\`${before}\`@\`%\`/DEFINER=\`${user}\`@\`%\`/g`
  await runProgram(['sed', '--expression', change], {
    ...{ inputFile: copy.from, outputFile: copy.to, env: { LC_ALL: 'C' }, timeout: 600_000 },
  })
}

/** Whether a file can be restored, found out by doing so, beside the database that it was made of. */
export async function tryDump(
  server: Server,
  id: string,
  path: string,
  timeout?: number,
): Promise<void> {
  const last = await runProgram(['tail', '--lines=1'], { inputFile: path })
  if (!last.startsWith('-- Dump completed')) throw new Error(`the copy of ${id} is not complete`)
  const scratch = `scratch ${id}`
  await dropDatabase(server, scratch)
  try {
    const database = await makeDatabase(server, scratch, { connections: 2 })
    const copy = { path, from: id, ...(timeout !== undefined && { timeout }) }
    await fillDatabase(server, database, copy).catch(explainSkip)
  } finally {
    await dropDatabase(server, scratch)
  }
}

/** Makes the database of a resource anew on another server, with what it holds here; the one here stays. */
export async function copyDatabase(
  id: string,
  copying: { from: Server; to: Server; path: string; connections: number; password: string },
): Promise<Database> {
  const { from, to, path, connections, password } = copying
  try {
    await rm(path, { force: true })
    await dumpDatabase(from, id, path)
    await dropDatabase(to, id)
    const database = await makeDatabase(to, id, { connections }, password)
    await fillDatabase(to, database, { path, from: id })
    return database
  } finally {
    await rm(path, { force: true })
  }
}
