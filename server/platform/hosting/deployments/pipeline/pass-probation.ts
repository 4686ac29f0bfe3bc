import { allSettled } from '#kit/concurrency/all-settled.ts'
import { TimeoutError, unlessAborted } from '#kit/concurrency/timeout.ts'
import { formatDuration } from '#kit/text/duration.ts'
import { progressOf } from '#platform/events/deployment-progress.ts'
import { getApplication } from '#platform/hosting/applications/find.ts'
import { healthCheckOf } from '#platform/hosting/deployments/instances/health-check.ts'
import type { RunningInstance } from '#platform/hosting/deployments/instances/instances.ts'
import { startTimeoutOf } from '#platform/hosting/deployments/instances/startup/start-timeout.ts'
import { ShuttingDownError } from '#platform/hosting/deployments/queue/interruption.ts'
import { reroute, tellRouter } from '#platform/hosting/deployments/routes.ts'
import { peerRouters } from '#platform/hosting/placement/peer-routers.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Release } from '#platform/model/hosting/deployments/release.ts'
import { failedStart } from '#platform/model/hosting/instances/exit-advice.ts'
import { createDeploymentLog } from './deployment-log.ts'
import { drainReplaced } from './drain.ts'
import { runPostDeployHook } from './post-deploy-hook.ts'
import { probationLength, watchProbation } from './probation.ts'
import type { Rollout } from './rollout.ts'
import { makeLive } from './switch.ts'
import { switchBack } from './switch-back.ts'

/**
 * After the switch: a version that stays healthy on probation becomes live, and the previous one is drained; any other
 * is switched back. A shutdown of the server leaves it on probation for the next server.
 */
export async function finishRollout(
  platform: Platform,
  rollout: Rollout,
  instances: readonly RunningInstance[],
): Promise<void> {
  const { deployment, release, log } = rollout
  if (deployment.state === 'probation') await passProbation(platform, rollout, instances)
  log.info(
    `Successfully deployed in ${formatDuration(platform.times.since(deployment.id, deployment.createdAt))}.`,
  )
  await allSettled([
    drainNoted(platform, rollout),
    runPostDeployHook(platform, instances[0], release.recipe.epilogue?.succeeded, rollout),
  ])
}

async function drainNoted(platform: Platform, rollout: Rollout): Promise<void> {
  if (!(await drainReplaced(platform, rollout))) return
  const { store, clock, eventHub } = platform
  await store.deployments.note(rollout.deployment.id, { drainedAt: clock() })
  const ended = await store.deployments.find(rollout.deployment.id)
  const progress = ended && (await progressOf(store, ended))
  if (progress) eventHub.publish(progress)
}

async function passProbation(
  platform: Platform,
  rollout: Rollout,
  instances: readonly RunningInstance[],
): Promise<void> {
  const { application, deployment, release, signal } = rollout
  const length = probationLength(release.environment, platform.policies.probation)
  // It only waits from here, so that other deployments need not.
  platform.queue.releaseSlot(application.id)
  try {
    const watched = length > 0 ? stayOnProbation(platform, rollout, instances, length) : undefined
    await Promise.all([watched, reachPeerRouters(platform, rollout)])
    signal.throwIfAborted()
    // In turn with changes of the route: one that has read the old live release would lead visitors to it for good.
    await platform.routeLock(application.id, async () => {
      await makeLive(platform, deployment, instances)
      // The previous version is a spare no longer. A router that fails gets the route later.
      await tellRouter(platform, application.id).catch(() => {})
    })
  } catch (error) {
    if (signal.reason instanceof ShuttingDownError) throw error
    await switchBack(platform, rollout, {
      error: signal.aborted ? signal.reason : error,
      instances,
    })
    throw error
  }
}

async function stayOnProbation(
  platform: Platform,
  rollout: Rollout,
  instances: readonly RunningInstance[],
  length: number,
): Promise<void> {
  const { application, log } = rollout
  const otherwise = application.liveDeploymentId
    ? 'the previous one serves again'
    : 'the deployment fails'
  log.info(
    `Visitors reach the new version. It is on probation for ${formatDuration(length)}: if it crashes or stops answering, ${otherwise}.`,
  )
  for (const { id } of instances) platform.supervision.startProbation(id)
  await watchProbation(platform, rollout, instances, length)
}

/** Live means live at every router. One that does not follow in time gets the route later. */
async function reachPeerRouters(
  platform: Platform,
  { application, log, signal }: Rollout,
): Promise<void> {
  const others = await peerRouters(platform, application.id)
  try {
    await unlessAborted(others.acked(), signal)
  } catch (error) {
    if (!(error instanceof TimeoutError)) throw error
    log.warn('The router of another server does not have the new version yet.')
  }
}

/** A version on probation whose instances all run. */
export interface RunningProbation {
  release: Release
  instances: RunningInstance[]
}

/** The probation of a deployment that a restarted server can go on with. */
export async function findProbation(
  { store, engine, supervision }: Pick<Platform, 'store' | 'engine' | 'supervision'>,
  { id, applicationId, state }: Deployment,
): Promise<RunningProbation | undefined> {
  if (state !== 'probation') return undefined
  const release = await store.releases.find(id)
  const all = await store.instances.listOf(applicationId)
  const own = all.filter(({ deploymentId }) => deploymentId === id)
  const instances: RunningInstance[] = []
  for (const instance of own) {
    const { started } = instance
    const ended = supervision.endOf(instance.id)
    if (!started || !ended || instance.state !== 'up') return undefined
    if (!(await engine.isRunning(instance.id))) return undefined
    instances.push({ ...instance, started, ended })
  }
  return release && instances.length > 0 ? { release, instances } : undefined
}

/** Goes on with a probation after a restart of the server. */
export async function resumeProbation(
  platform: Platform,
  deployment: Deployment,
  { release, instances }: RunningProbation,
  signal: AbortSignal,
): Promise<void> {
  const application = await getApplication(platform, deployment.applicationId)
  await reroute(platform, application.id)
  const log = createDeploymentLog(platform, deployment)
  const check = healthCheckOf(
    release.environment,
    startTimeoutOf(release.recipe, platform.policies),
  )
  const rollout: Rollout = { application, deployment, release, check, log, signal }
  await finishRollout(platform, rollout, instances)
}

/** Ends a probation that cannot go on, because an instance exited before a worker took it up. */
export async function failProbation(
  platform: Platform,
  deployment: Deployment,
  signal: AbortSignal,
): Promise<never> {
  const { store, supervision, policies } = platform
  const application = await getApplication(platform, deployment.applicationId)
  const release = await store.releases.find(deployment.id)
  const instances = (await store.instances.listOf(application.id)).flatMap((instance) => {
    const { started } = instance
    const ended = supervision.endOf(instance.id)
    return instance.deploymentId === deployment.id && started && ended
      ? [{ ...instance, started, ended }]
      : []
  })
  const exit = instances.map(({ id }) => supervision.lastExitOf(id)).find((end) => end)
  const gone = 'Failed on probation: an instance of the new version is gone.'
  const failure = exit ? failedStart(exit, release?.environment) : undefined
  const error = new Failure(
    'probation',
    failure ? `Failed on probation: ${failure.message}` : gone,
    failure?.advice,
  )
  if (release) {
    const log = createDeploymentLog(platform, deployment)
    const check = healthCheckOf(release.environment, startTimeoutOf(release.recipe, policies))
    const rollout: Rollout = { application, deployment, release, check, log, signal }
    await switchBack(platform, rollout, {
      error: signal.aborted ? signal.reason : error,
      instances,
    })
  }
  throw error
}
