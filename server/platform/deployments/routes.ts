import type { Application } from '#platform/applications/application.ts'
import type { Instance } from '#platform/deployments/instance.ts'
import type { Route } from '#platform/deployments/traffic.ts'
import type { Platform } from '#platform/platform.ts'

/** Where the visitors of an application go when these instances serve it. */
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

/** The instances that serve an application's visitors. */
export async function servingInstances(
  { store }: Pick<Platform, 'store'>,
  { id, liveDeploymentId }: Application,
): Promise<Instance[]> {
  const instances = await store.instances.listOf(id)
  return instances.filter(
    (instance) => instance.state === 'up' && instance.deploymentId === liveDeploymentId,
  )
}
