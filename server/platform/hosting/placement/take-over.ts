import { recoverTakenOver } from '#platform/hosting/deployments/queue/recover.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { SeenServer } from '#platform/model/hosting/placement/shared-memory.ts'
import { type ApplicationId, isApplicationId } from '#platform/model/ids.ts'

/** Of the servers that are lost, those whose applications this server can work for: their instances are in its cluster. */
export function replaceable(
  servers: readonly SeenServer[],
  lost: readonly SeenServer[],
  serverId: string,
): SeenServer[] {
  const own = servers.find(({ id }) => id === serverId)
  if (!own?.cluster) return []
  return lost.filter(({ id, cluster }) => id !== serverId && cluster === own.cluster)
}

/**
 * Assigns the applications of a lost server to this one, unless another server is faster; returns how many. Until the
 * recovery of an application is queued, `takingOver` keeps its deployments from being run.
 */
export async function takeOverFrom(
  platform: Platform,
  lost: SeenServer,
  takingOver: Set<ApplicationId>,
): Promise<number> {
  const { store, placement, queue } = platform
  let count = 0
  for (const [id, assignedTo] of await placement.assignments()) {
    if (assignedTo !== lost.id || !isApplicationId(id)) continue
    takingOver.add(id)
    try {
      const taken = await store.claims.during(id, () => placement.takeOver(id, lost.id))
      if (!taken?.result) continue
      count += 1
      queue.first(id, (signal) => recoverTakenOver(platform, id, lost.seenAt, signal))
    } finally {
      takingOver.delete(id)
    }
  }
  return count
}
