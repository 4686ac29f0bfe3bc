import { withTimeout } from '#kit/concurrency/timeout.ts'
import { enterState } from '#platform/events/deployment-events.ts'
import { getApplication } from '#platform/hosting/applications/find.ts'
import { CancelledError } from '#platform/hosting/deployments/queue/interruption.ts'
import { liveInstances, routeOf, tellRouter } from '#platform/hosting/deployments/routes.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { type Deployment, mayEnter } from '#platform/model/hosting/deployments/deployment.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { publicMessage } from '#platform/model/hosting/deployments/public-message.ts'
import type { Release } from '#platform/model/hosting/deployments/release.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import type { Store } from '#platform/model/store.ts'

const switchTimeout = 15_000

type Context = Pick<
  Platform,
  'store' | 'traffic' | 'supervision' | 'clock' | 'times' | 'routeLock' | 'policies'
> &
  Partial<Pick<Platform, 'routeRepair'>>

export interface SwitchOptions {
  /** Release that becomes, or stays, live; default: the deployment's own. */
  release?: Pick<Release, 'deploymentId' | 'commit'>
  /** Instances removed from the route. */
  removed?: readonly Instance[]
  /** Whether the release is not live yet: its instances serve while those of the live one stay ready. */
  isOnProbation?: boolean
}

/**
 * Routes visitors to these instances and makes their release live, or puts it on probation. Idempotent: after a crash between the router's
 * update and the store's, both are repeated. On failure the old route is restored.
 */
export async function switchTo(
  platform: Context,
  deployment: Deployment,
  instances: readonly Instance[],
  options: SwitchOptions = {},
): Promise<Deployment> {
  const state = options.isOnProbation ? 'probation' : 'live'
  if (!mayEnter(deployment.state, state)) throw new Error(`${deployment.id} is not switching`)
  return platform.routeLock(deployment.applicationId, async () => {
    try {
      await sendVisitors(platform, deployment, instances, options)
      return state === 'live'
        ? await makeLive(platform, deployment, instances, options)
        : await beginProbation(platform, deployment, instances)
    } catch (error) {
      // The router may have applied the route before the error. If this fails too, it is repaired later.
      await tellRouter(platform, deployment.applicationId).catch(() => {})
      throw error
    }
  })
}

async function sendVisitors(
  platform: Context,
  { id, applicationId }: Deployment,
  instances: readonly Instance[],
  { release, isOnProbation }: SwitchOptions,
): Promise<void> {
  const application = await getApplication(platform, applicationId)
  const spares = isOnProbation ? await liveInstances(platform, application) : []
  const route = await routeOf(platform, application, {
    serving: instances,
    spares,
    release: isOnProbation ? application.liveDeploymentId : (release?.deploymentId ?? id),
  })
  try {
    const switching = platform.traffic.switchTo(route)
    await withTimeout(switching, switchTimeout, 'the switch of the router')
  } catch (error) {
    throw new Failure('switch', `The router rejected the new version: ${publicMessage(error)}.`)
  }
}

/** Stores that visitors reach these instances; which release is live stays as it was. */
async function beginProbation(
  { store, clock, times }: Context,
  deployment: Deployment,
  instances: readonly Instance[],
): Promise<Deployment> {
  const date = clock()
  times.note(deployment.id, date)
  await store.transaction(async (inside) => {
    for (const { id } of instances) await inside.instances.update(id, { state: 'up' })
    await inside.deployments.setInstances(deployment.id, instances.length)
    await enter(inside, deployment, 'probation', date)
  })
  return { ...deployment, state: 'probation', changedAt: date, instances: instances.length }
}

/** Makes the release of these instances live; from then on they are restarted when they exit. */
export async function makeLive(
  { store, clock, times, supervision }: Context,
  deployment: Deployment,
  instances: readonly Instance[],
  { release, removed = [] }: SwitchOptions = {},
): Promise<Deployment> {
  const { id, applicationId, commit } = deployment
  const date = clock()
  times.note(id, date)
  const live = release ?? { deploymentId: id, commit }
  await store.transaction(async (inside) => {
    for (const instance of instances) await inside.instances.update(instance.id, { state: 'up' })
    for (const instance of removed)
      await inside.instances.update(instance.id, { state: 'stopping' })
    await inside.applications.setLive(applicationId, live.deploymentId, live.commit)
    await inside.deployments.setInstances(id, instances.length)
    await enter(inside, deployment, 'live', date)
  })
  for (const instance of instances) supervision.keep(instance.id)
  return { ...deployment, state: 'live', changedAt: date, instances: instances.length }
}

/** A deployment that has been ended concurrently is left as it is, with everything else of the transaction. */
async function enter(
  store: Store,
  deployment: Deployment,
  to: 'probation' | 'live',
  date: number,
): Promise<void> {
  if (await enterState(store, deployment, { from: deployment.state, to, date })) return
  throw new CancelledError('The deployment has already ended.')
}
