import {
  deploymentOnProbation,
  liveInstances,
  type RouteStore,
  routedInstances,
  routeOf,
  servingInstances,
} from '#platform/hosting/deployments/routes.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { type Application, isWantedUp } from '#platform/model/hosting/application.ts'
import type { Route } from '#platform/model/hosting/deployments/traffic.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'

/**
 * What the routes of all applications are made from, read by six queries. With a query or more for each application,
 * the start of a server with a thousand of them would last as long as thousands of round trips to its database.
 */
export async function takeRouteSnapshot(store: Pick<Store, keyof RouteStore>): Promise<RouteStore> {
  const unfinished = await store.deployments.listUnfinished()
  const all = await store.visitorRules.listAll()
  const rules = new Map(all.map((each) => [each.applicationId, each]))
  const live = await store.releasePages.listLive()
  const pages = new Map(live.map((each) => [each.deploymentId, each.pages]))
  return {
    deployments: { listUnfinished: async () => unfinished },
    instances: byApplication(await store.instances.listAll()),
    domains: byApplication(await store.domains.listAll()),
    tcpRedirections: byApplication(await store.tcpRedirections.listAll()),
    visitorRules: { find: async (id) => rules.get(id) },
    releasePages: { find: async (id) => pages.get(id) },
  }
}

function byApplication<T extends { applicationId: ApplicationId }>(all: readonly T[]) {
  const groups = Map.groupBy(all, ({ applicationId }) => applicationId)
  return { listOf: async (id: ApplicationId): Promise<T[]> => groups.get(id) ?? [] }
}

/** Routes of local applications, and of those of other servers whose instances this server's router reaches. */
export async function allRoutes(
  { store, placement, engine, liveness, supervision, activator }: Platform,
  stored: RouteStore,
  here: ReadonlySet<ApplicationId>,
): Promise<Route[]> {
  const snapshot = { store: stored, engine, liveness, supervision, activator }
  const remote = engine.cluster ? await placement.remoteIds() : new Set()
  const routes: Route[] = []
  for (const application of await store.applications.listAll()) {
    if (here.has(application.id)) routes.push(await routeNow(snapshot, application))
    else if (remote.has(application.id) && application.wanted !== 'gone')
      routes.push(
        await routeOf(snapshot, application, await routedInstances(snapshot, application)),
      )
  }
  return routes
}

type RoutePlatform = Pick<Platform, 'engine' | 'liveness' | 'supervision' | 'activator'> & {
  store: RouteStore
}

/** The route of an application to those of its instances that run. */
export async function routeNow(platform: RoutePlatform, application: Application): Promise<Route> {
  const serving = await servingOf(platform, application)
  const ready = await readyOf(platform, application)
  const spares = ready.filter(({ id }) => serving.every((each) => each.id !== id))
  for (const { id } of [...serving, ...spares]) platform.supervision.keep(id)
  return routeOf(platform, application, { serving, spares, isRestored: shallRun(application) })
}

/** Whether instances of the application are restored after a start. */
export const shallRun = (application: Application): boolean =>
  isWantedUp(application) && application.liveDeploymentId !== null

type InstancePlatform = Pick<RoutePlatform, 'engine' | 'store'>

/** Running instances of the live release, which stay ready during a probation. */
async function readyOf(platform: InstancePlatform, application: Application): Promise<Instance[]> {
  const probation = await deploymentOnProbation(platform, application.id)
  return probation ? runningOf(platform, await liveInstances(platform, application)) : []
}

/** Running instances that serve visitors. */
async function servingOf(
  platform: InstancePlatform,
  application: Application,
): Promise<Instance[]> {
  return runningOf(platform, await servingInstances(platform, application))
}

export async function runningOf(
  { engine }: Pick<Platform, 'engine'>,
  instances: Instance[],
): Promise<Instance[]> {
  const answers = await Promise.all(instances.map(({ id }) => engine.isRunning(id)))
  return instances.filter((_, index) => answers[index])
}
