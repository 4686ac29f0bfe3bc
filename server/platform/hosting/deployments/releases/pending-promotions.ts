import { sleep } from '#kit/concurrency/timeout.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import type { ApplicationId, DeploymentId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'

type Context = { store: Pick<Store, 'deployments' | 'releases'> }

const pollInterval = 200
/** A promotion waits behind the deployment of its own application that is under way, which may build for long. */
const timeout = 3_600_000

/** Releases whose artifacts deployments of other applications have yet to copy. */
export async function releasesToPromote(
  context: Context,
  applicationId: ApplicationId,
): Promise<Set<DeploymentId>> {
  const pending = await pendingPromotions(context, applicationId)
  return new Set(pending.flatMap(({ artifactOf }) => artifactOf ?? []))
}

async function pendingPromotions(
  { store }: Context,
  applicationId: ApplicationId,
): Promise<Deployment[]> {
  const promotions = (await store.deployments.listUnfinished()).filter(
    (each) => each.artifactOf && each.applicationId !== applicationId,
  )
  if (promotions.length === 0) return []
  const own = new Set((await store.releases.listOf(applicationId)).map((each) => each.deploymentId))
  const pending: Deployment[] = []
  for (const promotion of promotions) {
    const isOwn = promotion.artifactOf && own.has(promotion.artifactOf)
    if (isOwn && !(await store.releases.find(promotion.id))) pending.push(promotion)
  }
  return pending
}

/** Whether the deletion of an application has to wait for promotions. */
export const hasPendingPromotions = async (
  context: Context,
  applicationId: ApplicationId,
): Promise<boolean> => (await pendingPromotions(context, applicationId)).length > 0

/** Waits until promotions of an application's releases have their copy or have ended; those that take too long fail. */
export async function waitForPromotions(
  { store, queue }: Pick<Platform, 'store' | 'queue'>,
  applicationId: ApplicationId,
  signal?: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + timeout
  while (performance.now() < deadline && (await hasPendingPromotions({ store }, applicationId))) {
    // They may need the slot that the deletion has.
    queue.releaseSlot(applicationId)
    await sleep(pollInterval, signal)
  }
}
