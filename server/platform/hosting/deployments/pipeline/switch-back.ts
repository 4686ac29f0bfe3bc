import { withTimeout } from '#kit/concurrency/timeout.ts'
import type { RunningInstance } from '#platform/hosting/deployments/instances/instances.ts'
import { keepsFailedInstances } from '#platform/hosting/deployments/instances/keep-failed-instances.ts'
import { liveInstances, routeOf, tellRouter } from '#platform/hosting/deployments/routes.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { drain } from './drain.ts'
import { failDeployment } from './fail-deployment.ts'
import { handleFailure, type Rollout } from './rollout.ts'

const switchTimeout = 15_000

/** Why a version is switched back, and its instances. */
interface FailedVersion {
  error: unknown
  instances: readonly RunningInstance[]
}

/**
 * Routes visitors to the previous version, ends the deployment, then drains and stops the new instances. In this order,
 * so that only requests in flight at a dead instance can be lost.
 */
export async function switchBack(
  platform: Platform,
  rollout: Rollout,
  { error, instances }: FailedVersion,
): Promise<void> {
  const { application, deployment, release, log, signal } = rollout
  await platform.routeLock(application.id, async () => {
    const hasPrevious = await sendVisitorsBack(platform, rollout)
    if (hasPrevious) log.warn('Visitors were switched back to the previous version.')
    await failDeployment(platform, deployment, error)
    // A failing router gets a second chance; later the repair of routes does it.
    if (hasPrevious === undefined) await tellRouter(platform, application.id).catch(() => {})
  })
  await using undo = new AsyncDisposableStack()
  undo.defer(async () => {
    const isDeleted = (await platform.store.applications.find(application.id))?.wanted === 'gone'
    // Visitors of a cancelled version finish their requests; nobody waits for those of a deleted application.
    await drain(platform, instances, isDeleted ? signal : undefined)
  })
  // Instances kept for troubleshooting are told from serving ones by this state.
  const state = keepsFailedInstances(release) ? 'starting' : 'stopping'
  for (const { id } of instances) await platform.store.instances.update(id, { state })
  await handleFailure(platform, rollout, { error, instances: [...instances], undo })
}

/** Whether there is a previous version to visit; `undefined` when the router did not confirm the route. */
async function sendVisitorsBack(
  platform: Platform,
  { application: { id } }: Rollout,
): Promise<boolean | undefined> {
  const application = await platform.store.applications.find(id)
  if (!application || application.wanted === 'gone') return false
  const previous = await liveInstances(platform, application)
  const switching = platform.traffic.switchTo(
    await routeOf(platform, application, { serving: previous }),
  )
  return withTimeout(switching, switchTimeout, 'the switch back of the router').then(
    () => previous.length > 0,
    () => undefined,
  )
}
