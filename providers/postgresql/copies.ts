import { rm } from 'node:fs/promises'
import { BackupSkippedError } from '#providers/kit/backups/backup-skipped-error.ts'
import { explainTooLarge, maxWritten } from '#providers/kit/backups/max-written.ts'
import { createGrowthWatch } from '#providers/kit/disk/growth-watch.ts'
import {
  type DatabaseLimits,
  type DatabaseOptions,
  dropDatabase,
  endUserSessions,
  type MadeDatabase,
  makeDatabase,
  namesOf,
} from './database.ts'
import type { Server } from './server/server.ts'
import { databaseFolder } from './sizes/size.ts'

/** Dumps the database of a resource to a file, with a size limit derived from its disk limit, within the timeout. */
export const dumpDatabase = (
  server: Server,
  id: string,
  { path, disk, timeout }: { path: string; disk: number; timeout?: number },
): Promise<void> =>
  server
    .use(
      'pg_dump',
      ['--format=custom', '--lock-wait-timeout=20s'],
      { database: namesOf(id).name },
      {
        outputFile: path,
        maxOutputBytes: maxWritten(disk),
        ...(timeout !== undefined && { timeout }),
      },
    )
    .catch(explainSkip)

/** Explains failures that the customer has caused. */
function explainSkip(problem: Error): never {
  if (/canceling statement due to (?:statement|lock) timeout/.test(problem.message))
    throw new BackupSkippedError('a table was locked by a session of the database')
  if (/ended with SIGKILL/.test(problem.message)) throw new BackupSkippedError('it took too long')
  return explainTooLarge(problem)
}

export interface RestoreRequest {
  path: string
  /** In bytes: functions of a customer run meanwhile, which could expand the data. */
  maxBytes: number
  /** In milliseconds. */
  timeout?: number | undefined
}

/**
 * Fills an empty database from a file. Its own user does so: functions of a customer run meanwhile, and
 * must not find themselves with the rights of an administrator.
 */
export async function fillDatabase(
  server: Server,
  database: MadeDatabase,
  filling: RestoreRequest,
): Promise<void> {
  const { path, maxBytes, timeout } = filling
  const { name, user, password } = database
  let isTooLarge = false
  const watch = createGrowthWatch(() => {})
  watch.add(name, {
    folder: databaseFolder(server, database),
    maxBytes,
    async onSize(bytes) {
      isTooLarge ||= bytes > maxBytes
      if (isTooLarge) await endUserSessions(server, user)
    },
  })
  try {
    await server.use(
      'pg_restore',
      ['--exit-on-error', '--no-owner'],
      { database: name, user, password },
      { inputFile: path, ...(timeout !== undefined && { timeout }) },
    )
  } catch (problem) {
    if (isTooLarge)
      throw new BackupSkippedError(`what it holds does not fit into ${maxBytes} bytes`)
    throw problem
  } finally {
    await watch.close()
  }
}

/** Size limit while restoring, because the plan's limit is enforced with a delay. */
export const maxRestored = ({ disk }: Pick<DatabaseLimits, 'disk'>): number => 2 * disk

/** Verifies a dump by restoring it beside the original database. */
export async function tryDump(
  server: Server,
  id: string,
  trial: { path: string; limits: DatabaseOptions; timeout?: number },
): Promise<void> {
  const { path, limits, timeout } = trial
  const scratch = `scratch ${id}`
  await dropDatabase(server, scratch)
  try {
    const database = await makeDatabase(server, scratch, { ...limits, connections: 2 })
    const filling = { path, timeout, maxBytes: maxRestored(limits) }
    await fillDatabase(server, database, filling).catch(explainSkip)
  } finally {
    await dropDatabase(server, scratch)
  }
}

/** Copies the database of a resource to another server; the original stays. */
export async function copyDatabase(
  id: string,
  copying: { from: Server; to: Server; path: string; disk: number; limits: DatabaseOptions },
) {
  const { from, to, path, disk, limits } = copying
  try {
    await rm(path, { force: true })
    await dumpDatabase(from, id, { path, disk })
    await dropDatabase(to, id)
    const database = await makeDatabase(to, id, limits)
    await fillDatabase(to, database, { path, maxBytes: maxRestored(limits) })
    return database
  } finally {
    await rm(path, { force: true })
  }
}
