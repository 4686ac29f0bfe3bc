import { allSettled } from '#kit/concurrency/all-settled.ts'
import { assignHosts } from '#platform/hosting/certificates/assign-certificates.ts'
import { withdrawOrders } from '#platform/hosting/certificates/serve-hosts.ts'
import { stopInstance } from '#platform/hosting/deployments/instances/instances.ts'
import { cancelQueued } from '#platform/hosting/deployments/queue/requests.ts'
import {
  hasPendingPromotions,
  waitForPromotions,
} from '#platform/hosting/deployments/releases/pending-promotions.ts'
import { removeRoute } from '#platform/hosting/deployments/routes.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { removePreviewsOf } from '#platform/hosting/previews/change-preview.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { ApplicationId } from '#platform/model/ids.ts'

/**
 * Deletes an application with everything that belongs to it. Once begun it is completed, if need be after a restart.
 */
export async function deleteApplication(platform: Platform, { id }: Application): Promise<void> {
  const { store, queue, clock } = platform
  const why = 'The application was deleted.'
  const unfinished = await store.transaction(async (inside) => {
    await inside.applications.setWanted(id, 'gone')
    await removePreviewsOf(inside, id, clock())
    const all = await inside.deployments.listUnfinished()
    const own = all.filter(({ applicationId }) => applicationId === id)
    for (const deployment of own) {
      await inside.deployments.requestCancel(deployment.id)
      await cancelQueued(inside, deployment, clock(), why)
    }
    return own
  })
  platform.previewWorker.wake()
  for (const deployment of unfinished) queue.cancel(deployment.id, why)
  // A deployment that is live may still be draining the previous version or running a hook.
  queue.interrupt(id, why)
  // A router that does not confirm it is told again; the deletion goes on.
  await removeRoute(platform, id).catch(() => {})
  await queue.idle(id)
  if (await hasPendingPromotions(platform, id)) {
    return queue.first(id, (signal) => finishDeletion(platform, id, signal))
  }
  try {
    await finishDeletion(platform, id)
  } catch (error) {
    queue.first(id, (signal) => finishDeletion(platform, id, signal))
    throw error
  }
}

/** The part of a deletion that is resumed after a crash. */
export async function finishDeletion(
  platform: Platform,
  id: ApplicationId,
  signal?: AbortSignal,
): Promise<void> {
  const { store, engine, repositories, logs, accessLogs, metrics, placement } = platform
  await removeRoute(platform, id).catch(() => {})
  await platform.runs.stopAll(id, { state: 'interrupted', reason: 'The application was deleted.' })
  const instances = await store.instances.listOf(id)
  await allSettled(
    instances.map((instance) => stopInstance(platform, instance.id, platform.policies.stopGrace)),
  )
  await waitForPromotions(platform, id, signal)
  for (const { artifact } of await store.releases.listOf(id)) await engine.discard(artifact)
  await engine.forget(id)
  await repositories.remove(id)
  await Promise.all([logs.forget(id), accessLogs.forget(id)])
  await metrics.forget(id)
  const hosts = [...new Set((await store.domains.listOf(id)).map(({ host }) => host))]
  await store.transaction(async (inside) => {
    await inside.applications.remove(id)
    await withdrawOrders(inside, hosts)
  })
  await placement.unassign(id)
  await assignHosts(platform, hosts)
}
