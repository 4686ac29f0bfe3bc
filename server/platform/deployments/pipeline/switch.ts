import { withTimeout } from '#kit/concurrency/timeout.ts'
import { getApplication } from '#platform/applications/find.ts'
import { type Deployment, mayEnter } from '#platform/deployments/deployment.ts'
import { Failure } from '#platform/deployments/failure.ts'
import type { Instance } from '#platform/deployments/instance.ts'
import type { Release } from '#platform/deployments/release.ts'
import { routeOf, tellRouter } from '#platform/deployments/routes.ts'
import type { Platform } from '#platform/platform.ts'
import { publicMessage } from './public-message.ts'

const switchTimeout = 15_000

type Context = Pick<Platform, 'store' | 'traffic' | 'supervision' | 'clock' | 'routeTurns'>

export interface SwitchOptions {
  /** Release that becomes, or stays, live; default: the deployment's own. */
  release?: Pick<Release, 'deploymentId' | 'commit'>
  /** Instances removed from the route. */
  removed?: readonly Instance[]
}

/**
 * Routes visitors to these instances and makes their release live. Idempotent: after a crash between the router's
 * update and the store's, both are repeated. On failure the old route is restored.
 */
export async function switchTo(
  platform: Context,
  deployment: Deployment,
  instances: readonly Instance[],
  options: SwitchOptions = {},
): Promise<void> {
  if (!mayEnter(deployment.state, 'live')) throw new Error(`${deployment.id} is not switching`)
  await platform.routeTurns(deployment.applicationId, async () => {
    try {
      await sendVisitors(platform, deployment, instances)
      await makeLive(platform, deployment, instances, options)
    } catch (error) {
      // The router may have applied the route before the error. If this fails too, the next switch repairs it.
      await tellRouter(platform, deployment.applicationId).catch(() => {})
      throw error
    }
  })
  for (const { id } of instances) platform.supervision.keep(id)
}

async function sendVisitors(
  platform: Context,
  { applicationId }: Deployment,
  instances: readonly Instance[],
): Promise<void> {
  const application = await getApplication(platform, applicationId)
  const route = await routeOf(platform, application, instances)
  try {
    const switching = platform.traffic.switchTo(route)
    await withTimeout(switching, switchTimeout, 'the switch of the router')
  } catch (error) {
    throw new Failure('switch', `The router rejected the new version: ${publicMessage(error)}.`)
  }
}

async function makeLive(
  { store, clock }: Context,
  { id, applicationId, commit, state }: Deployment,
  instances: readonly Instance[],
  { release = { deploymentId: id, commit }, removed = [] }: SwitchOptions,
): Promise<void> {
  await store.transaction(async (inside) => {
    for (const instance of instances) await inside.instances.update(instance.id, { state: 'up' })
    for (const instance of removed)
      await inside.instances.update(instance.id, { state: 'stopping' })
    await inside.applications.setLive(applicationId, release.deploymentId, release.commit)
    await inside.deployments.setInstances(id, instances.length)
    await inside.deployments.enter(id, { from: state, to: 'live', date: clock() })
  })
}
