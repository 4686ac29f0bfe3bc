import type { AddonLogs } from '#providers/kit/addon-logs.ts'
import type { Resource } from '#providers/kit/resource.ts'
import { dropDatabase, makeDatabase, shut } from './database.ts'
import { dated } from './dated.ts'
import type { Plan } from './plans.ts'
import type { Servers } from './servers.ts'
import { holdToSize } from './size.ts'

export interface Cared {
  servers: Servers
  logs: AddonLogs
  planOf(resource: Pick<Resource, 'plan'>): Plan
}

/** Looks after what a customer has: a server that died is started, the size held, the log sent. */
export function createCare(cared: Cared): (resource: Resource) => Promise<void> {
  const { servers, logs, planOf } = cared
  const settled = new Set<string>()
  return async (resource) => {
    const { id } = resource
    if (!settled.has(id)) await settle(cared, resource)
    settled.add(id)
    const plan = planOf(resource)
    const sentence = await holdToSize(await servers.of(id, plan), id, plan.disk)
    if (sentence !== undefined) await logs.say(resource, sentence)
    if (plan.isDedicated) await logs.sendNew(resource, servers.logOf(id), dated)
  }
}

/**
 * Brings everything to what is remembered about a resource, since a process of ours may have ended in between: its
 * password, who may come in, and what is left of an earlier plan.
 */
async function settle(cared: Cared, resource: Resource): Promise<void> {
  const { id, config, suspended } = resource
  const plan = cared.planOf(resource)
  const server = await cared.servers.of(id, plan)
  await makeDatabase(server, id, plan, config.MYSQL_ADDON_PASSWORD)
  if (suspended) await shut(server, id)
  await removeLeftovers(cared, resource)
}

/** Removes what a resource had with the plan before. */
export async function removeLeftovers(
  { servers, planOf }: Pick<Cared, 'servers' | 'planOf'>,
  resource: Resource,
): Promise<void> {
  const { id } = resource
  if (!planOf(resource).isDedicated) return servers.removeOwn(id)
  const shared = await servers.sharedIfThere()
  if (shared) await dropDatabase(shared, id)
}
