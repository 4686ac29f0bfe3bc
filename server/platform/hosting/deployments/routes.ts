import { type CertificateContext, serveHosts } from '#platform/hosting/certificates/serve-hosts.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { visitorRulesOf } from '#platform/hosting/visitors/visitor-rules-of.ts'
import { type Application, isWantedUp } from '#platform/model/hosting/application.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import type { Route, RouteUpstream } from '#platform/model/hosting/deployments/traffic.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import { inRotation } from '#platform/model/hosting/instances/liveness.ts'
import { activatorOf } from '#platform/model/hosting/visitors/activator.ts'
import type { ApplicationId, DeploymentId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'

export type RouteContext = CertificateContext &
  Pick<Platform, 'routeLock'> &
  Rotation &
  Repair &
  Home &
  Activation
/** Without it, routes that the router did not confirm stay so until the next change. */
type Repair = Partial<Pick<Platform, 'routeRepair'>>
/** Without a placement, all applications are local. */
type Home = Partial<Pick<Platform, 'placement' | 'engine'>>
/** Without it, visitors of sleeping applications get the page of stopped ones. */
type Activation = Partial<Pick<Platform, 'activator'>>
/** Without it, all instances are in rotation. */
type Rotation = Partial<Pick<Platform, 'liveness'>>

/** What routes are made from: the store, or a snapshot of it. */
export interface RouteStore {
  deployments: Pick<Store['deployments'], 'listUnfinished'>
  instances: Pick<Store['instances'], 'listOf'>
  domains: Pick<Store['domains'], 'listOf'>
  tcpRedirections: Pick<Store['tcpRedirections'], 'listOf'>
  visitorRules: Pick<Store['visitorRules'], 'find'>
  releasePages: Pick<Store['releasePages'], 'find'>
}

/** The instances of a route. */
export interface RoutedInstances {
  serving: readonly Instance[]
  /** Those of the live release while another is on probation. */
  spares?: readonly Instance[]
  /** Whether instances are about to be started, although no deployment is under way. */
  isRestored?: boolean
  /** Release whose own pages the route has; by default the live one. */
  release?: DeploymentId | null
}

/** Route of an application to these instances, as far as they answer. */
export async function routeOf(
  { store, liveness, activator }: { store: RouteStore } & Rotation & Activation,
  application: Application,
  {
    serving,
    spares = [],
    isRestored = false,
    release = application.liveDeploymentId,
  }: RoutedInstances,
): Promise<Route> {
  const [domains, redirections, rules] = await Promise.all([
    store.domains.listOf(application.id),
    store.tcpRedirections.listOf(application.id),
    visitorRulesOf({ store }, application.id, release),
  ])
  const awake = upstreamsOf(inRotation(liveness, serving))
  const isAsleep =
    activator !== undefined && awake.length === 0 && isWaitingForVisitors(application)
  const upstreams = isAsleep ? [activatorOf(application.id, activator)] : awake
  const backups = upstreamsOf(inRotation(liveness, spares))
  const isStarting =
    isAsleep ||
    (upstreams.length === 0 && (isRestored || (await isBeingDeployed({ store }, application))))
  return {
    applicationId: application.id,
    domains: domains.map(({ host, path }) => ({ host, path })),
    upstreams,
    ...(backups.length > 0 && { spares: backups }),
    ...(isStarting && { isStarting }),
    forceHttps: application.forceHttps,
    // No visitor stays with what only wakes the application.
    stickySessions: application.stickySessions && !isAsleep,
    tcpPorts: isAsleep ? [] : redirections.map(({ port }) => port),
    ...(application.previewOf !== null && { noIndex: true }),
    ...(rules && { rules }),
  }
}

/** Whether it sleeps: the next visitor wakes it. */
const isWaitingForVisitors = ({ wanted, suspended, asleepSince }: Application): boolean =>
  wanted === 'up' && !suspended && asleepSince !== null

const upstreamsOf = (instances: readonly Instance[]): RouteUpstream[] =>
  instances.flatMap(({ id, started }) =>
    started ? [{ instanceId: id, address: started.address }] : [],
  )

/** Whether a deployment of the application is under way that may start instances. */
async function isBeingDeployed(
  { store }: { store: RouteStore },
  { id, wanted, suspended }: Application,
): Promise<boolean> {
  if (wanted === 'gone' || suspended) return false
  const unfinished = await store.deployments.listUnfinished()
  return unfinished.some(
    ({ applicationId, action, state }) =>
      applicationId === id && action !== 'stop' && state !== 'queued',
  )
}

/** Hosts of a route, each once. */
const hostsOf = ({ domains }: Route): string[] => [...new Set(domains.map(({ host }) => host))]

/** The deployment of an application that is on probation: its instances serve before its release is live. */
export async function deploymentOnProbation(
  { store }: { store: RouteStore },
  id: ApplicationId,
): Promise<Deployment | undefined> {
  const unfinished = await store.deployments.listUnfinished()
  return unfinished.find(
    ({ applicationId, state }) => applicationId === id && state === 'probation',
  )
}

/** Instances that serve an application's visitors: those on probation, else those of the live release. */
export const servingInstances = async (
  platform: { store: RouteStore },
  application: Application,
): Promise<Instance[]> => (await routedInstances(platform, application)).serving

/** Instances on probation with those of the live release as spares, or the latter alone. */
export async function routedInstances(
  platform: { store: RouteStore },
  application: Application,
): Promise<{ serving: Instance[]; spares: Instance[] }> {
  const { id, wanted, suspended } = application
  if (wanted === 'gone' || suspended) return { serving: [], spares: [] }
  const probation = await deploymentOnProbation(platform, id)
  const onProbation = probation ? await instancesOf(platform, id, probation.id) : []
  const live = await liveInstances(platform, application)
  return onProbation.length > 0
    ? { serving: onProbation, spares: live }
    : { serving: live, spares: [] }
}

/** Instances of the live release; they stay ready while another one is on probation. */
export async function liveInstances(
  platform: { store: RouteStore },
  application: Application,
): Promise<Instance[]> {
  const { id, liveDeploymentId } = application
  if (!isWantedUp(application) || !liveDeploymentId) return []
  return instancesOf(platform, id, liveDeploymentId)
}

async function instancesOf(
  { store }: { store: RouteStore },
  applicationId: ApplicationId,
  deploymentId: DeploymentId,
): Promise<Instance[]> {
  const instances = await store.instances.listOf(applicationId)
  return instances.filter(
    (instance) => instance.state === 'up' && instance.deploymentId === deploymentId,
  )
}

/** Sends the router the current route of an application from the store. */
export function reroute(platform: RouteContext, applicationId: ApplicationId): Promise<void> {
  return platform.routeLock(applicationId, () => tellRouter(platform, applicationId))
}

/** Like `reroute`, for changes that are stored already: a router that fails gets the route later. */
export async function rerouteSoon(
  platform: RouteContext,
  applicationId: ApplicationId,
): Promise<void> {
  try {
    await reroute(platform, applicationId)
  } catch (error) {
    if (!platform.routeRepair) throw error
  }
}

/**
 * Sends the route of an application without instances again, when a deployment begins or ends: its page says whether it is
 * being started. Nothing depends on it, so that a router that fails gets the route later.
 */
export async function rerouteIdle(
  platform: RouteContext,
  applicationId: ApplicationId,
): Promise<void> {
  const application = await platform.store.applications.find(applicationId)
  if (!application || application.wanted === 'gone') return
  const { serving, spares } = await routedInstances(platform, application)
  if (serving.length + spares.length > 0) return
  await reroute(platform, applicationId).catch(() => {})
}

/** Removes the route of an application, under the mutex, so that a concurrent switch cannot add it again. */
export function removeRoute(
  { traffic, routeLock, routeRepair }: Pick<Platform, 'traffic' | 'routeLock'> & Repair,
  id: ApplicationId,
): Promise<void> {
  return routeLock(id, async () => {
    try {
      await traffic.remove(id)
    } catch (error) {
      routeRepair?.add(id, error)
      throw error
    }
  })
}

/** Like `reroute`, for callers that already hold the mutex. */
export async function tellRouter(
  platform: RouteContext,
  applicationId: ApplicationId,
): Promise<void> {
  try {
    await sendRoute(platform, applicationId)
  } catch (error) {
    platform.routeRepair?.add(applicationId, error)
    throw error
  }
}

async function sendRoute(platform: RouteContext, applicationId: ApplicationId): Promise<void> {
  const application = await platform.store.applications.find(applicationId)
  if (!application) return
  // Only the router of the assigned server reaches the instances, unless they are in a cluster.
  if (!platform.engine?.cluster && (await platform.placement?.remoteServerOf(applicationId))) return
  const route = await routeOf(platform, application, await routedInstances(platform, application))
  await serveHosts(platform, application.ownerId, hostsOf(route))
  await platform.traffic.switchTo(route)
}
