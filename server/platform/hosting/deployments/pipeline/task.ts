import { unlessAborted } from '#kit/concurrency/timeout.ts'
import { formatDuration } from '#kit/text/duration.ts'
import { getApplication } from '#platform/hosting/applications/find.ts'
import { startInstance, stopInstance } from '#platform/hosting/deployments/instances/instances.ts'
import { ShuttingDownError } from '#platform/hosting/deployments/queue/interruption.ts'
import { reroute } from '#platform/hosting/deployments/routes.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { requireStartQuota } from '#platform/hosting/quotas/running-quota.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Release } from '#platform/model/hosting/deployments/release.ts'
import { adviceOnStart } from '#platform/model/hosting/instances/exit-advice.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import type { InstanceEnd } from '#platform/model/hosting/instances/supervision.ts'
import { createDeploymentLog } from './deployment-log.ts'
import { drain } from './drain.ts'
import { runPostDeployHook } from './post-deploy-hook.ts'
import type { Rollout } from './rollout.ts'
import { end, transition } from './transition.ts'

/** A task whose instance is on record: it has started or was about to. */
export interface BegunTask {
  release: Release
  instance: Instance
}

/** Runs a release once, never twice: after a restart of the server the next one waits for the same run. */
export async function runTask(platform: Platform, rollout: Rollout): Promise<void> {
  const { application, release, log, signal, prepared } = rollout
  const deployment = await transition(platform, rollout.deployment, 'starting', signal)
  await requireStartQuota(platform, application)
  const starting = { id: prepared?.take(), release, number: 0, say: log.info, signal }
  const instance = await startInstance(platform, application, starting)
  await finishTask(platform, deployment, { release, instance }, signal)
}

/** The started task of a deployment, if any. */
export async function findTask(
  { store }: Pick<Platform, 'store'>,
  deployment: Deployment,
): Promise<BegunTask | undefined> {
  const release = await store.releases.find(deployment.id)
  if (release?.recipe.purpose !== 'task') return undefined
  const instances = await store.instances.listOf(deployment.applicationId)
  const instance = instances.find(({ deploymentId }) => deploymentId === deployment.id)
  return instance && { release, instance }
}

/** Waits for a running task to end and ends its deployment accordingly. */
export async function finishTask(
  platform: Platform,
  deployment: Deployment,
  task: BegunTask,
  signal: AbortSignal,
): Promise<void> {
  try {
    const running =
      deployment.state === 'starting'
        ? await transition(platform, deployment, 'checking', signal)
        : deployment
    platform.queue.releaseSlot(deployment.applicationId)
    const taskEnd = await endOfTask(platform, task.instance, signal)
    await applyTaskEnd(platform, running, task, taskEnd, signal)
  } catch (error) {
    if (signal.reason instanceof ShuttingDownError) throw error
    await stopInstance(platform, task.instance.id, platform.policies.stopGrace)
    throw error
  }
  await drain(platform, await platform.store.instances.listOf(deployment.applicationId), signal)
}

/** Exit of a task after a crash; when it cannot be known, the deployment fails rather than run the task twice. */
async function endOfTask(
  { supervision }: Pick<Platform, 'supervision'>,
  instance: Instance,
  signal: AbortSignal,
): Promise<InstanceEnd> {
  const ended = instance.started && supervision.endOf(instance.id)
  if (!ended) {
    throw new Failure(
      'interrupted',
      'The platform restarted as the task began, so it may have run partially. Deploy again to run it again.',
    )
  }
  return unlessAborted(ended, signal)
}

async function applyTaskEnd(
  platform: Platform,
  deployment: Deployment,
  { release, instance }: BegunTask,
  taskEnd: InstanceEnd,
  signal: AbortSignal,
): Promise<void> {
  const log = createDeploymentLog(platform, deployment)
  const { epilogue } = release.recipe
  const { started } = instance
  const isGood = taskEnd.code === 0
  const command = isGood ? epilogue?.succeeded : epilogue?.failed
  if (started) await runPostDeployHook(platform, { started }, command, { log, signal })
  if (!isGood) {
    const advice = [...(taskEnd.advice ?? []), ...adviceOnStart(taskEnd, release.environment)]
    throw new Failure('start', `The task failed: ${taskEnd.sentence}`, advice)
  }
  const { id } = await getApplication(platform, deployment.applicationId)
  await platform.store.applications.setWanted(id, 'down')
  await reroute(platform, id)
  await end(platform, deployment, 'stopped')
  log.info(
    `The task succeeded after ${formatDuration(platform.times.since(instance.id, instance.createdAt))}.`,
  )
}
