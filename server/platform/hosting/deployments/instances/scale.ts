import { TimeoutError, unlessAborted } from '#kit/concurrency/timeout.ts'
import { formatDuration } from '#kit/text/duration.ts'
import { getApplication } from '#platform/hosting/applications/find.ts'
import { deploy } from '#platform/hosting/deployments/deploy.ts'
import { createDeploymentLog } from '#platform/hosting/deployments/pipeline/deployment-log.ts'
import { drain } from '#platform/hosting/deployments/pipeline/drain.ts'
import { replaceEach } from '#platform/hosting/deployments/pipeline/replace-instances.ts'
import {
  checkInstances,
  makeRoom,
  type Rollout,
  startInstances,
} from '#platform/hosting/deployments/pipeline/rollout.ts'
import { switchTo } from '#platform/hosting/deployments/pipeline/switch.ts'
import { end, transition } from '#platform/hosting/deployments/pipeline/transition.ts'
import { ShuttingDownError } from '#platform/hosting/deployments/queue/interruption.ts'
import { reroute, servingInstances } from '#platform/hosting/deployments/routes.ts'
import { hasPeerRouters, peerRouters } from '#platform/hosting/placement/peer-routers.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application, Scale } from '#platform/model/hosting/application.ts'
import { type Deployment, isAutoscaling } from '#platform/model/hosting/deployments/deployment.ts'
import { publicMessage } from '#platform/model/hosting/deployments/public-message.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import { isStoreUnavailable } from '#platform/model/store-unavailable.ts'
import { healthCheckOf } from './health-check.ts'
import type { RunningInstance } from './instances.ts'
import { planScale, scaleSteps, scaleText } from './scale-plan.ts'
import { startTimeoutOf } from './startup/start-timeout.ts'

/**
 * Scales the live release: replaces instances of another flavor one by one, starts missing ones from the existing
 * artifact, routes visitors to them once healthy, then drains and stops surplus ones. Release and environment stay the
 * same.
 */
export async function scale(platform: Platform, queued: Deployment, signal: AbortSignal) {
  const log = createDeploymentLog(platform, queued)
  const application = await getApplication(platform, queued.applicationId)
  const { wanted, asleepSince, liveDeploymentId } = application
  const release = liveDeploymentId && (await platform.store.releases.find(liveDeploymentId))
  if (wanted !== 'up' || asleepSince !== null || !release) {
    await end(platform, queued, 'stopped')
    log.info('Nothing runs now: the next start uses the new scale.')
    return
  }
  if (!(await platform.engine.holds(release.artifact))) return deploy(platform, queued, signal)

  const check = healthCheckOf(
    release.environment,
    startTimeoutOf(release.recipe, platform.policies),
  )
  let deployment = await transition(platform, queued, 'starting', signal)
  const rollout: Rollout = { application, deployment, release, check, log, signal }
  const serving = await servingInstances(platform, application)
  const plan = planScale(serving, application)
  log.info(`Scaling to ${scaleText(application)}${reasonOf(queued)}.`)
  await makeRoom(platform, rollout)
  let steps = scaleSteps(plan)
  if (application.homogeneous && plan.kept.length === 0) {
    log.info(
      'The old instances stop first, because zero-downtime deployment is off for this application.',
    )
    await stopFirst(platform, rollout, plan.removed)
    steps = { replacements: [], added: plan.missing, surplus: [] }
  }
  await using undo = new AsyncDisposableStack()
  const started: RunningInstance[] = []
  try {
    const replaced = await replaceEach(platform, rollout, steps.replacements)
    await startInstances(platform, rollout, { instances: started, undo }, steps.added)
    deployment = await transition(platform, deployment, 'checking', signal)
    await checkInstances(platform, rollout, started)
    deployment = await transition(platform, deployment, 'switching', signal)
    if (hasPeerRouters(platform)) await serveEverywhere(platform, rollout, { started, undo })
    const remaining = [...plan.kept, ...replaced, ...started]
    await switchTo(platform, deployment, remaining, { release, removed: steps.surplus })
  } catch (error) {
    const isAway = isStoreUnavailable(error)
    if (isAway) undo.move()
    else if (!(signal.reason instanceof ShuttingDownError)) {
      await putBack(platform, rollout, serving)
    }
    throw error
  }
  undo.move()
  log.info(
    `Successfully scaled in ${formatDuration(platform.times.since(deployment.id, deployment.createdAt))}.`,
  )
  if (steps.surplus.length > 0) await drain(platform, steps.surplus, signal)
}

const reasonOf = (deployment: Deployment): string =>
  isAutoscaling(deployment) ? `: ${deployment.cause}` : ''

/**
 * Leads visitors to instances that are healthy, through the routers of all servers, before the scaling is called done. If it
 * fails after that, they are drained.
 */
async function serveEverywhere(
  platform: Platform,
  { application, signal }: Rollout,
  { started, undo }: { started: readonly RunningInstance[]; undo: AsyncDisposableStack },
): Promise<void> {
  await platform.store.transaction(async (inside) => {
    for (const { id } of started) await inside.instances.update(id, { state: 'up' })
  })
  undo.defer(() => drain(platform, started))
  await reroute(platform, application.id)
  const others = await peerRouters(platform, application.id)
  await unlessAborted(others.acked(), signal).catch((error: unknown) => {
    if (!(error instanceof TimeoutError)) throw error
  })
}

/**
 * After a failure: replaces the instances that were replaced already by ones of the flavor before, so that the old scale
 * serves. If that fails too, instances of both flavors serve until the next scaling or deployment.
 */
async function putBack(
  platform: Platform,
  rollout: Rollout,
  before: readonly Instance[],
): Promise<void> {
  const { application, log } = rollout
  const current = await platform.store.applications.find(application.id)
  // Of an application that was deleted, stopped or suspended meanwhile nothing starts again.
  if (current?.wanted !== 'up' || current.suspended) return
  const now = await servingInstances(platform, current)
  const isUnchanged = before.every(({ id }) => now.some((instance) => instance.id === id))
  const [first] = before
  if (!first || isUnchanged || application.homogeneous) return
  const old: Scale = { currentInstances: before.length, currentFlavor: first.flavor }
  log.warn(`Going back to ${scaleText(old)}.`)
  const previous: Application = { ...application, ...old }
  const returning = { ...rollout, application: previous, signal: new AbortController().signal }
  const { replacements } = scaleSteps(planScale(now, old))
  await replaceEach(platform, returning, replacements).catch((error: unknown) =>
    log.warn(`Instances of both sizes serve now: ${publicMessage(error)}.`),
  )
}

async function stopFirst(
  platform: Platform,
  { application, signal }: Rollout,
  instances: Parameters<typeof drain>[1],
): Promise<void> {
  for (const { id } of instances) await platform.store.instances.update(id, { state: 'stopping' })
  await reroute(platform, application.id)
  await drain(platform, instances, signal)
}
