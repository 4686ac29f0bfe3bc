import type { SwarmParts } from '#engines/swarm/swarm-parts.ts'
import type { IsRemote } from '#platform/model/hosting/deployments/engine.ts'
import { claimService, listServices } from './services.ts'

export interface ServiceSelection {
  /** Of one application; of all when absent. */
  applicationId?: string
  isRemote: IsRemote
}

/**
 * Makes this server the one that works with services of the platform, and removes the execs of another server's time.
 * Services are listed before the store is asked: each has its record before it is made, so that one without is nobody's.
 * Returns the ids of the instances.
 */
export async function claimServices(
  parts: SwarmParts,
  { applicationId, isRemote }: ServiceSelection,
): Promise<string[]> {
  const claimed: string[] = []
  for (const { id, kind, instanceId } of await listServices(parts, applicationId)) {
    if (kind !== 'exec') {
      if (await claimService(parts, instanceId, isRemote)) claimed.push(instanceId)
    } else if (!(await isRemote(instanceId))) {
      const service = parts.docker.getService(id)
      await service.remove().catch(() => {})
    }
  }
  return claimed
}
