import { allSettled } from '#kit/concurrency/all-settled.ts'
import { stopInstance } from '#platform/deployments/instances/instances.ts'
import { cancelQueued } from '#platform/deployments/queue/requests.ts'
import type { ApplicationId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Application } from './application.ts'

/** Deletes an application with everything of it. Once begun it is finished, if need be after a restart. */
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
  // What is live already may still be draining the version before, or running a hook.
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

/** In the turn of the application's routes: a switch under way must not come after it. */
const forgetRoute = ({ traffic, routeTurns }: Platform, id: ApplicationId) =>
  routeTurns(id, () => traffic.remove(id))

/** The part that a crash may have left open. */
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
