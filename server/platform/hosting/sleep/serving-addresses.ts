import { routedInstances } from '#platform/hosting/deployments/routes.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Address } from '#platform/model/hosting/deployments/engine.ts'
import { inRotation } from '#platform/model/hosting/instances/liveness.ts'
import type { ApplicationId } from '#platform/model/ids.ts'

/** Addresses of the instances that serve an application's visitors now. */
export async function servingAddresses(
  { store, liveness }: Pick<Platform, 'store' | 'liveness'>,
  id: ApplicationId,
): Promise<Address[]> {
  const application = await store.applications.find(id)
  if (!application) return []
  const { serving, spares } = await routedInstances({ store }, application)
  const ready = inRotation(liveness, serving)
  return (ready.length > 0 ? ready : spares).flatMap(({ started }) => started?.address ?? [])
}
