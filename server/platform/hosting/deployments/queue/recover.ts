import { forEachOf } from '#kit/concurrency/concurrency-limit.ts'
import { recoverUsage } from '#platform/billing/usage/recover-usage.ts'
import { finishDeletion } from '#platform/hosting/applications/delete.ts'
import {
  endLater,
  keptStill,
} from '#platform/hosting/deployments/instances/keep-failed-instances.ts'
import { restoreInstances } from '#platform/hosting/deployments/instances/restore-instances.ts'
import { createDeploymentLog } from '#platform/hosting/deployments/pipeline/deployment-log.ts'
import { drain } from '#platform/hosting/deployments/pipeline/drain.ts'
import { findProbation } from '#platform/hosting/deployments/pipeline/pass-probation.ts'
import { isSwitchedBeforeLive } from '#platform/hosting/deployments/pipeline/probation.ts'
import { switchTo } from '#platform/hosting/deployments/pipeline/switch.ts'
import { differenceOf } from '#platform/hosting/deployments/reconcile/difference.ts'
import { observe } from '#platform/hosting/deployments/reconcile/observe.ts'
import {
  deploymentOnProbation,
  type RouteStore,
  reroute,
} from '#platform/hosting/deployments/routes.ts'
import {
  isRemoteInstance,
  localApplications,
  localInstances,
} from '#platform/hosting/placement/local-applications.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { refreshNetworkAccess } from '#platform/marketplace/addons/links/network-access.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { allRoutes, routeNow, runningOf, shallRun, takeRouteSnapshot } from './recovered-routes.ts'
import { replaceOutdated } from './replace-outdated.ts'
import { redeploy, requestDeployment } from './requests.ts'

/** Of a thousand repositories, read one after the other, each would wait for the disk and for Node's threads. */
const headConcurrency = 16

/**
 * Recovery after a start. First the router gets the routes to running instances; then, per application, leftover
 * instances are stopped, missing ones restored, and unfinished deployments resumed.
 */
export async function recover(platform: Platform, onBug: (error: unknown) => void): Promise<void> {
  const { store, traffic } = platform
  const unfinished = await store.deployments.listUnfinished()
  const applications = await localApplications(platform, await store.applications.listAll())
  platform.placementWorker.begun(applications.map(({ id }) => id))
  const outdated = await takeBackInstances(platform, await localInstances(platform))
  await recoverUsage(platform, await platform.placement.remoteIds())

  const present = applications.filter(({ wanted }) => wanted !== 'gone')
  for (const application of present) await finishSwitch(platform, application, unfinished)
  for (const { id } of present.filter(isOnProbation(unfinished)))
    await endBrokenProbation(platform, id)
  const snapshot = await takeRouteSnapshot(store)
  const ids = new Set(present.map(({ id }) => id))
  await traffic.replaceAll(await allRoutes(platform, snapshot, ids))

  for (const application of applications) {
    if (await hasToResume(snapshot, application)) resumeApplication(platform, application, outdated)
  }
  await forEachOf(present, headConcurrency, (application) =>
    deployMissedPush(platform, application).catch(onBug),
  )
}

const isOnProbation = (unfinished: readonly Deployment[]) => {
  const onProbation = unfinished.filter(({ state }) => state === 'probation')
  const ids = new Set(onProbation.map(({ applicationId }) => applicationId))
  return ({ id }: Application) => ids.has(id)
}

/** Recovery of one application whose deployment was interrupted because the store was away. */
export async function recoverApplication(
  platform: Platform,
  id: ApplicationId,
  signal: AbortSignal,
): Promise<void> {
  const application = await platform.store.applications.find(id)
  if (!application) return
  await finishSwitch(platform, application, await platform.store.deployments.listUnfinished())
  await endBrokenProbation(platform, id)
  await reroute(platform, id)
  const current = (await platform.store.applications.find(id)) ?? application
  await endLeftovers(platform, current)
  await restoreInstances(platform, current, signal)
}

/**
 * Recovery of one application that was taken over from a lost server: as after a start of this server. `seenAt` is
 * when the lost server was there for the last time; the output of instances since then is read here.
 */
export async function recoverTakenOver(
  platform: Platform,
  id: ApplicationId,
  seenAt: number,
  signal: AbortSignal,
): Promise<void> {
  const { store, engine, repositories } = platform
  const instances = await store.instances.listOf(id)
  await watchInstances(platform, instances)
  const isRemote = isRemoteInstance(platform)
  await engine.cluster?.takeOver(id, startedOf(instances), { since: seenAt, isRemote })
  const application = await store.applications.find(id)
  if (!application) return
  if (application.wanted === 'gone') return finishDeletion(platform, id, signal)
  tellTakeover(platform, application)
  await repositories.create(id)
  await finishSwitch(platform, application, await store.deployments.listUnfinished())
  await endBrokenProbation(platform, id)
  await routeNow(platform, (await store.applications.find(id)) ?? application)
  await reroute(platform, id)
  await resume(platform, id, signal)
  await deployMissedPush(platform, (await store.applications.find(id)) ?? application)
}

function tellTakeover(platform: Platform, { id, liveDeploymentId, commit }: Application): void {
  const deployment = { applicationId: id, id: liveDeploymentId ?? '', commit: commit ?? '' }
  const log = createDeploymentLog(platform, deployment as Deployment)
  log.warn(
    'The server of this application is away, so another server has taken it over. Lines of log and metrics from before are in the files of the former server.',
  )
}

/** Whether an application has, or shall have, anything that runs. The others make no work at a start, however many they are. */
async function hasToResume(
  { instances, deployments }: RouteStore,
  application: Application,
): Promise<boolean> {
  const { id, wanted } = application
  if (shallRun(application) || wanted === 'gone' || (await instances.listOf(id)).length > 0)
    return true
  const unfinished = await deployments.listUnfinished()
  return unfinished.some(({ applicationId }) => applicationId === id)
}

/** First work of an application after a start, under its lock. */
function resumeApplication(
  platform: Platform,
  { id, wanted }: Application,
  outdated: ReadonlySet<string>,
): void {
  platform.queue.first(id, (signal) =>
    wanted === 'gone'
      ? finishDeletion(platform, id, signal)
      : resume(platform, id, signal, outdated),
  )
}

async function resume(
  platform: Platform,
  id: ApplicationId,
  signal: AbortSignal,
  outdated: ReadonlySet<string> = new Set(),
): Promise<void> {
  const application = await platform.store.applications.find(id)
  if (!application) return
  await refreshNetworkAccess(platform, id)
  await endLeftovers(platform, application)
  const isReplaced = await replaceOutdated(platform, application, outdated, signal)
  if (isReplaced && (await restoreInstances(platform, application, signal))) return
  await redeploy(platform, application, { authorId: '', withoutCache: false })
}

/** The engine reports the output and exits of instances since the last server ended. Returns the ids of outdated ones. */
async function takeBackInstances(
  platform: Platform,
  instances: readonly Instance[],
): Promise<ReadonlySet<string>> {
  await watchInstances(platform, instances)
  return new Set(await platform.engine.recover(startedOf(instances), isRemoteInstance(platform)))
}

async function watchInstances(
  { store, supervision }: Platform,
  instances: readonly Instance[],
): Promise<void> {
  for (const instance of instances) {
    const deployment = await store.deployments.find(instance.deploymentId)
    void supervision.watch(instance, deployment?.commit ?? '')
  }
}

const startedOf = (instances: readonly Instance[]) =>
  instances.flatMap(({ started }) => started ?? [])

/** After a crash between the router's update and the store's: if the new instances run, the switch is repeated. */
async function finishSwitch(
  platform: Platform,
  application: Application,
  unfinished: Deployment[],
): Promise<void> {
  const deployment = unfinished.find(
    ({ applicationId, state }) => applicationId === application.id && state === 'switching',
  )
  if (!deployment) return
  const all = await platform.store.instances.listOf(application.id)
  const instances = all.filter(({ deploymentId }) => deploymentId === deployment.id)
  const running = await runningOf(platform, instances)
  if (instances.length === 0 || running.length < instances.length) return
  if (instances.some(({ state }) => state === 'stopping')) return
  const release = await platform.store.releases.find(deployment.id)
  const isOnProbation = isSwitchedBeforeLive(platform, release?.environment ?? {})
  await switchTo(platform, deployment, instances, { isOnProbation })
}

/** A probation whose instances do not all run cannot go on: the live release serves, and the deployment runs again. */
async function endBrokenProbation(platform: Platform, id: ApplicationId): Promise<void> {
  const deployment = await deploymentOnProbation(platform, id)
  if (!deployment || (await findProbation(platform, deployment))) return
  const change = { from: 'probation', to: 'building', date: platform.clock() } as const
  await platform.store.transaction((inside) => inside.deployments.enter(deployment.id, change))
}

/**
 * Stops instances that belong to no live release: half-started, draining or dead ones. It is what the reconciler does
 * later, except that nobody restarts yet what does not run.
 */
async function endLeftovers(platform: Platform, application: Application): Promise<void> {
  const isRunning = ({ id }: Instance) => platform.engine.isRunning(id)
  const observed = await observe(platform, application, isRunning)
  for (const instance of observed.instances) {
    const time = await keptStill(platform, instance)
    if (time > 0) endLater(platform, instance, time)
  }
  const { strays } = differenceOf(observed)
  if (strays.length > 0) await drain(platform, strays)
}

/** Queues the deployment of a push that was stored just before a crash. */
async function deployMissedPush(platform: Platform, application: Application): Promise<void> {
  if (application.suspended) return
  const head = await platform.repositories.headOf(application.id, application.branch)
  if (!head || head === application.commit) return
  const deployments = await platform.store.deployments.listOf(application.id, {})
  if (deployments.some(({ commit }) => commit === head)) return
  const { branch } = application
  await requestDeployment(platform, application, {
    commit: head,
    branch,
    cause: 'Git',
    authorId: '',
  })
}
