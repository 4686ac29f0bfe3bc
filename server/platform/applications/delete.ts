import { allSettled } from '#kit/concurrency/all-settled.ts'
import { stopInstance } from '#platform/deployments/instances/instances.ts'
import { cancelQueued } from '#platform/deployments/queue/requests.ts'
import type { ApplicationId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Application } from './application.ts'

/**
 * Deletes an application with everything that belongs to it. Once begun it is completed, if need be after a restart.
 */
export async function deleteApplication(platform: Platform, { id }: Application): Promise<void> {
  const { store, queue, clock } = platform
  const why = 'The application was deleted.'
  const unfinished = await store.transaction(async (inside) => {
    await inside.applications.setWanted(id, 'gone')
    const all = await inside.deployments.listUnfinished()
    const own = all.filter(({ applicationId }) => applicationId === id)
    for (const deployment of own) {
      await inside.deployments.requestCancel(deployment.id)
      await cancelQueued(inside, deployment, clock(), why)
    }
    return own
  })
  for (const deployment of unfinished) queue.cancel(deployment.id, why)
  // A deployment that is live may still be draining the previous version or running a hook.
  queue.interrupt(id, why)
  await forgetRoute(platform, id)
  await queue.idle(id)
  try {
    await finishDeletion(platform, id)
  } catch (error) {
    queue.first(id, () => finishDeletion(platform, id))
    throw error
  }
}

/** Under the mutex of the application's routes, so that a concurrent switch cannot add the route again. */
const forgetRoute = ({ traffic, routeTurns }: Platform, id: ApplicationId) =>
  routeTurns(id, () => traffic.remove(id))

/** The part of a deletion that is resumed after a crash. */
export async function finishDeletion(platform: Platform, id: ApplicationId): Promise<void> {
  const { store, engine, repositories, logs } = platform
  await forgetRoute(platform, id)
  const instances = await store.instances.listOf(id)
  await allSettled(
    instances.map((instance) => stopInstance(platform, instance.id, platform.policies.stopGrace)),
  )
  for (const { artifact } of await store.releases.listOf(id)) await engine.discard(artifact)
  await engine.forget(id)
  await repositories.remove(id)
  await logs.forget(id)
  await store.applications.remove(id)
}
