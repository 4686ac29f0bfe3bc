import type { LogLine } from '#protocol/logplex.ts'
import { watchLog } from '#providers/kit/disk/log-watch.ts'
import type { PlatformClient } from '#providers/kit/http/platform-client.ts'
import type { Ledger } from '#providers/kit/resources/ledger.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { updateConfig } from '#providers/kit/servers/update-config.ts'
import { configOf } from './config.ts'
import { dropDatabase, dropReaders, lockAccount, makeDatabase, namesOf } from './database.ts'
import type { Server } from './server/server.ts'
import type { SizeContext, SizeWatch } from './sizes/watch-sizes.ts'

export interface MaintenanceContext extends SizeContext {
  sizes: SizeWatch
  /** The ids of those that are known to be as they are remembered: this process has made or reconciled them. */
  reconciled: Set<string>
  ledger: Pick<Ledger, 'all' | 'byId' | 'save'>
  platform: Pick<PlatformClient, 'putConfig'>
  addonsHost: string
}

/** Maintenance of a resource: restarts its server, enforces its size, and sends its log. */
export function createMaintenance(
  context: MaintenanceContext,
): (resource: Resource) => Promise<void> {
  const { servers, logs, planOf, watch, sizes, reconciled } = context
  return async (resource) => {
    const { id } = resource
    if (!reconciled.has(id)) await reconcile(context, resource)
    reconciled.add(id)
    const plan = planOf(resource)
    await sizes.look(resource)
    const server = await servers.of(id, plan)
    const database = { ...namesOf(id), password: resource.config.MYSQL_ADDON_PASSWORD ?? '' }
    await updateConfig(context, resource, configOf(database, server, context.addonsHost))
    await reportDamage(context, resource, server)
    if (plan.isDedicated) await logs.sendNew(resource, servers.logOf(id, plan), dated)
    watchLog(watch, servers.logOf(id, plan))
  }
}

/** Reports tables lost at the server's start to the customer and the operator. */
async function reportDamage(
  { logs }: Pick<MaintenanceContext, 'logs'>,
  resource: Resource,
  { damaged }: Server,
): Promise<void> {
  const { name } = namesOf(resource.id)
  if (!damaged.has(name)) return
  console.error(`tables of ${resource.id} (${name}) were damaged and are in quarantine`)
  await logs.say(resource, damageSentence)
  damaged.delete(name)
}

const damageSentence =
  'Tables of this database were damaged when its server was started, and cannot be read. Drop them and restore a back-up.'

/**
 * Brings everything to what is remembered about a resource, since a process of ours may have ended in between: its
 * password, who may come in, users of questions, and what is left of an earlier plan.
 */
async function reconcile(context: MaintenanceContext, resource: Resource): Promise<void> {
  const { id, config, suspended } = resource
  const plan = context.planOf(resource)
  const server = await context.servers.of(id, plan)
  await makeDatabase(server, id, plan, config.MYSQL_ADDON_PASSWORD)
  if (suspended) await lockAccount(server, id)
  else await dropReaders(server, id)
  await removeLeftovers(context, resource)
}

/** Removes what a resource had with the plan before. */
export async function removeLeftovers(
  { servers, planOf }: Pick<MaintenanceContext, 'servers' | 'planOf'>,
  resource: Resource,
): Promise<void> {
  const { id } = resource
  if (!planOf(resource).isDedicated) return servers.removeOwn(id)
  const shared = await servers.sharedIfThere()
  if (shared) await dropDatabase(shared, id)
}

const logPrefix = /^(\d{4}-\d\d-\d\d) +(\d?\d):(\d\d:\d\d) \d+ (.*)$/s

/** A line of the server's log, with its time stamp in local time. */
function dated(line: string): LogLine {
  const [, day, hour = '', rest, text] = logPrefix.exec(line) ?? []
  return text === undefined
    ? { at: Date.now(), text: line }
    : { at: new Date(`${day}T${hour.padStart(2, '0')}:${rest}`).getTime(), text }
}
