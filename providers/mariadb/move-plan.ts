import { join } from 'node:path'
import { BackupSkippedError } from '#providers/kit/backups/backup-skipped-error.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { copyDatabase } from './copies.ts'
import { type Database, lockAccount, makeDatabase, namesOf } from './database.ts'
import type { Plan } from './plans.ts'
import type { Server } from './server/server.ts'
import type { Servers } from './server/servers.ts'
import { sizeOf } from './sizes/size.ts'

export interface Move {
  servers: Servers
  resource: Resource
  before: Plan
  after: Plan
  /** Folder for copies during a move. */
  moving: string
}

/**
 * Moves a database to another plan with its data. The original stays until the new plan is stored, so that the move can
 * be repeated.
 */
export async function movePlan(move: Move): Promise<[Database, Server]> {
  const { servers, resource, before, after } = move
  const { id, config } = resource
  const from = await servers.of(id, before)
  const size = await sizeOf(from, id)
  if (size > after.disk)
    throw new DeclinedError(`The database has ${size} bytes; the plan allows ${after.disk}.`)
  const to = await servers.of(id, after)
  const isSame = before.isDedicated === after.isDedicated
  const database = isSame
    ? await makeDatabase(to, id, after, config.MYSQL_ADDON_PASSWORD)
    : await copyOver(move, from, to)
  if (resource.suspended) await lockAccount(to, id)
  return [database, to]
}

/** Blocks access while copying, because writes would be lost. */
async function copyOver(move: Move, from: Server, to: Server): Promise<Database> {
  const { id, config, suspended } = move.resource
  const { before, after } = move
  const password = config.MYSQL_ADDON_PASSWORD ?? ''
  const path = join(move.moving, `${namesOf(id).name}.sql`)
  await lockAccount(from, id)
  try {
    return await copyDatabase(id, { from, to, path, password, before, after })
  } catch (problem) {
    if (!suspended) await makeDatabase(from, id, before, password)
    if (problem instanceof BackupSkippedError)
      throw new DeclinedError(`The database cannot be moved: ${problem.message}.`)
    throw problem
  }
}
