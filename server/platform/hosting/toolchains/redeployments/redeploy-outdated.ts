import type { Platform } from '#platform/hosting/platform.ts'
import type { ApplicationId, DeploymentId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'

/** Cause of the deployments that an operator asks for. */
const outdatedCause = 'its tools are outdated'

/** Queues a deployment of an application at its commit, which then gets the tools of the catalogue. */
export async function redeployOutdated(
  { store, restarts, queue }: Pick<Platform, 'store' | 'restarts' | 'queue'>,
  applicationId: ApplicationId,
): Promise<DeploymentId> {
  const id = await store.transaction((inside) =>
    enqueueRedeployment({ store: inside, restarts }, applicationId),
  )
  if (!id)
    throw new Refusal(
      'conflict',
      'The application does not run, or a deployment of it is queued already.',
    )
  queue.wake(applicationId)
  return id
}

/** Inside a transaction; nothing for an application that does not run, or has a queued deployment. */
export async function enqueueRedeployment(
  { store, restarts }: { store: Store } & Pick<Platform, 'restarts'>,
  applicationId: ApplicationId,
): Promise<DeploymentId | undefined> {
  const queued = await restarts.enqueue(store, [applicationId], {
    cause: outdatedCause,
    isBuilt: true,
  })
  if (queued.length === 0) return undefined
  const [deployment] = await store.deployments.listOf(applicationId, { limit: 1 })
  return deployment?.id
}
