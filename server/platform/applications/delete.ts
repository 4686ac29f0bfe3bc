import type { Application } from '#platform/applications/application.ts'
import { stopInstance } from '#platform/deployments/instances.ts'
import type { Platform } from '#platform/platform.ts'

/** Deletes an application with everything of it. Once begun it is finished, if need be after a restart. */
export async function deleteApplication(
  platform: Platform,
  application: Application,
): Promise<void> {
  const { store, queue, traffic } = platform
  await store.applications.setWanted(application.id, 'gone')
  const unfinished = await store.deployments.listUnfinished()
  for (const { id, applicationId } of unfinished) {
    if (applicationId === application.id) queue.cancel(id, 'The application was deleted.')
  }
  await traffic.remove(application.id)
  await queue.idle(application.id)
  await finishDeletion(platform, application)
}

/** The part that a crash may have left open. */
export async function finishDeletion(platform: Platform, { id }: Application): Promise<void> {
  const { store, engine, traffic, repositories, logs } = platform
  await traffic.remove(id)
  const instances = await store.instances.listOf(id)
  await Promise.all(
    instances.map((instance) => stopInstance(platform, instance.id, platform.policies.stopGrace)),
  )
  for (const { artifact } of await store.releases.listOf(id)) await engine.discard(artifact)
  await repositories.remove(id)
  await logs.forget(id)
  await store.applications.remove(id)
}
