import { join } from 'node:path'
import { BackupSkippedError } from '#providers/kit/backups/backup-skipped-error.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import type { ProvisionedResource } from '#providers/kit/definition.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { configOf } from './config.ts'
import { copyDatabase } from './copies.ts'
import { lockAccount, makeDatabase, namesOf } from './database.ts'
import type { Plan } from './plans.ts'
import type { Servers } from './server/servers.ts'
import { sizeOf } from './sizes/size.ts'

interface Around {
  servers: Servers
  addonsHost: string
  /** Folder for copies during a move. */
  moving: string
}

/**
 * Moves a database to another plan with its data. The original stays until the new plan is stored, so that the move can
 * be repeated.
 */
export async function movePlan(
  around: Around,
  resource: Resource,
  before: Plan,
  after: Plan,
): Promise<ProvisionedResource> {
  const size = await sizeOf(await around.servers.of(resource.id, before), resource.id)
  if (size > after.disk)
    throw new DeclinedError(`The database has ${size} bytes; the plan allows ${after.disk}.`)
  return before.isDedicated && after.isDedicated
    ? resize(around, resource, after)
    : move(around, resource, before, after)
}

/** Restarts the same server with the settings of its new size. */
async function resize(
  { servers, addonsHost }: Around,
  { id, config, options }: Resource,
  after: Plan,
) {
  await servers.stopOwn(id)
  const server = await servers.of(id, after)
  const database = await makeDatabase(
    server,
    id,
    { ...after, locale: options.locale },
    config.POSTGRESQL_ADDON_PASSWORD,
  )
  return { config: configOf(database, server, addonsHost) }
}

/** Blocks access while copying, because writes would be lost. */
async function move(
  { servers, addonsHost, moving }: Around,
  { id, config, options: { locale } }: Resource,
  before: Plan,
  after: Plan,
): Promise<ProvisionedResource> {
  const [from, to] = [await servers.of(id, before), await servers.of(id, after)]
  await lockAccount(from, id)
  try {
    const disk = Math.max(before.disk, after.disk)
    const path = join(moving, `${namesOf(id).name}.dump`)
    const database = await copyDatabase(id, { from, to, path, disk, limits: { ...after, locale } })
    return { config: configOf(database, to, addonsHost) }
  } catch (problem) {
    await makeDatabase(from, id, { ...before, locale }, config.POSTGRESQL_ADDON_PASSWORD)
    if (problem instanceof BackupSkippedError)
      throw new DeclinedError(`The database cannot be moved: ${problem.message}.`)
    throw problem
  }
}
