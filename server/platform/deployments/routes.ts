import type { Application } from '#platform/applications/application.ts'
import type { ApplicationId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Instance } from './instance.ts'
import type { Route } from './traffic.ts'

type Context = Pick<Platform, 'store' | 'traffic' | 'routeTurns'>

/** Route of an application to these instances. */
export async function routeOf(
  { store }: Pick<Platform, 'store'>,
  application: Application,
  instances: readonly Instance[],
): Promise<Route> {
  const domains = await store.domains.listOf(application.id)
  return {
    applicationId: application.id,
    hosts: domains.map(({ name }) => name),
    addresses: instances.flatMap(({ started }) => (started ? [started.address] : [])),
    forceHttps: application.forceHttps,
    stickySessions: application.stickySessions,
  }
}

/** Instances that serve an application's visitors. */
export async function servingInstances(
  { store }: Pick<Platform, 'store'>,
  { id, wanted, liveDeploymentId }: Application,
): Promise<Instance[]> {
  if (wanted !== 'up') return []
  const instances = await store.instances.listOf(id)
  return instances.filter(
    (instance) => instance.state === 'up' && instance.deploymentId === liveDeploymentId,
  )
}

/** Sends the router the current route of an application from the store. */
export function reroute(platform: Context, applicationId: ApplicationId): Promise<void> {
  return platform.routeTurns(applicationId, () => tellRouter(platform, applicationId))
}

/** Like `reroute`, for callers that already hold the mutex. */
export async function tellRouter(platform: Context, applicationId: ApplicationId): Promise<void> {
  const application = await platform.store.applications.find(applicationId)
  if (!application) return
  const serving = await servingInstances(platform, application)
  await platform.traffic.switchTo(await routeOf(platform, application, serving))
}
