import type { Application } from '#platform/applications/application.ts'
import { checkHealth, healthCheckOf } from '#platform/deployments/health-check.ts'
import { startInstance } from '#platform/deployments/instances.ts'
import { redeploy } from '#platform/deployments/requests.ts'
import { routeOf } from '#platform/deployments/routes.ts'
import { tellStory } from '#platform/deployments/story.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * Starts the live release again where its instances are missing: after a stop of the whole platform or a
 * restart of the machine. The release was good once, so visitors are sent to it even if it does not answer yet.
 */
export async function bringBack(
  platform: Platform,
  application: Application,
  signal: AbortSignal,
): Promise<void> {
  const { store, engine, supervision, traffic } = platform
  const { id, wanted, liveDeploymentId, minInstances } = application
  if (wanted !== 'up' || !liveDeploymentId) return
  const present = await store.instances.listOf(id)
  if (present.length >= minInstances) return

  const release = await store.releases.find(liveDeploymentId)
  if (!release || !(await engine.holds(release.artifact))) {
    await redeploy(platform, application, { authorId: '', withoutCache: false })
    return
  }
  const story = tellStory(platform, { ...release, id: release.deploymentId })
  const host = (await store.domains.listOf(id))[0]?.name ?? 'localhost'
  const check = healthCheckOf(release.environment, platform.policies.healthCheckDeadline)
  for (let number = present.length; number < minInstances; number++) {
    const instance = await startInstance(platform, application, release, number)
    const { address } = instance.started
    await checkHealth({
      ...{ check, probe: platform.probe, exited: instance.exited, signal },
      instance: { address, host },
      listening: () => engine.listening(instance.id),
      say: () => {},
    }).catch((error: Error) => story.warn(error.message))
    signal.throwIfAborted()
    await store.instances.update(instance.id, { state: 'up' })
    supervision.keep(instance.id)
    present.push({ ...instance, state: 'up' })
    await traffic.switchTo(await routeOf(platform, application, present))
  }
  story.say('The application was started again.')
}
