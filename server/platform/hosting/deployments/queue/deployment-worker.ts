import { isDiskFull } from '#kit/files/disk-full.ts'
import { getApplication } from '#platform/hosting/applications/find.ts'
import { deploy } from '#platform/hosting/deployments/deploy.ts'
import { restoreInstances } from '#platform/hosting/deployments/instances/restore-instances.ts'
import { scale } from '#platform/hosting/deployments/instances/scale.ts'
import { createDeploymentLog } from '#platform/hosting/deployments/pipeline/deployment-log.ts'
import { drain } from '#platform/hosting/deployments/pipeline/drain.ts'
import { failDeployment } from '#platform/hosting/deployments/pipeline/fail-deployment.ts'
import {
  failProbation,
  findProbation,
  resumeProbation,
} from '#platform/hosting/deployments/pipeline/pass-probation.ts'
import { findTask, finishTask } from '#platform/hosting/deployments/pipeline/task.ts'
import { end } from '#platform/hosting/deployments/pipeline/transition.ts'
import { removeOldReleases } from '#platform/hosting/deployments/releases/retention.ts'
import { reroute, rerouteIdle, servingInstances } from '#platform/hosting/deployments/routes.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { settleScale } from '#platform/hosting/scaling/apply-decision.ts'
import { cancelWake } from '#platform/hosting/sleep/end-sleep.ts'
import {
  type Deployment,
  type DeploymentAction,
  isScaling,
} from '#platform/model/hosting/deployments/deployment.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { isStoreUnavailable } from '#platform/model/store-unavailable.ts'
import { CancelledError, ShuttingDownError } from './interruption.ts'
import { recoverApplication } from './recover.ts'

const maxAttempts = 3

/**
 * Runs a queued deployment to an end state; only a shutdown of the server leaves it open. Unexpected errors go to
 * `onBug` for the operator; the owner sees one sentence.
 */
export async function runDeployment(
  platform: Platform,
  deployment: Deployment,
  signal: AbortSignal,
  onBug: (error: unknown) => void = () => {},
) {
  platform.times.note(deployment.id, deployment.createdAt)
  try {
    const task = deployment.attempts > 0 ? await findTask(platform, deployment) : undefined
    const probation = await findProbation(platform, deployment)
    if (task) await finishTask(platform, deployment, task, signal)
    else if (probation) await resumeProbation(platform, deployment, probation, signal)
    else if (deployment.state === 'probation') await failProbation(platform, deployment, signal)
    else await runAction(platform, deployment, signal)
  } catch (error) {
    if (signal.reason instanceof ShuttingDownError) return
    if (isStoreUnavailable(error)) {
      // As after a crash: what was done is compared with the store before the deployment runs again.
      recoverLater(platform, deployment.applicationId)
      throw error
    }
    if (isBug(error) && !signal.aborted) onBug(error)
    await failDeployment(platform, deployment, signal.aborted ? signal.reason : error)
    restoreService(platform, deployment)
  }
  await rerouteIdle(platform, deployment.applicationId)
  await removeOldReleases(platform, deployment.applicationId)
}

function recoverLater(platform: Platform, applicationId: ApplicationId): void {
  platform.queue.first(applicationId, (signal) =>
    recoverApplication(platform, applicationId, signal),
  )
}

async function runAction(platform: Platform, deployment: Deployment, signal: AbortSignal) {
  await countAttempt(platform, deployment)
  await actions[deployment.action](platform, deployment, signal)
}

const actions: Record<DeploymentAction, typeof deploy> = {
  deploy,
  stop,
  upscale: scale,
  downscale: scale,
}

/** Restores the old version if it had to stop for the new one. */
function restoreService(platform: Platform, deployment: Deployment): void {
  const { applicationId } = deployment
  platform.queue.first(applicationId, async (signal) => {
    const application = await platform.store.applications.find(applicationId)
    if (!application) return
    if (isScaling(deployment)) await settleScale(platform, application)
    // Scaling that failed is not repeated; the serving instances stay as they are.
    const serving = isScaling(deployment) ? await servingInstances(platform, application) : []
    if (serving.length > 0 || (await restoreInstances(platform, application, signal))) return
    await cancelWake(platform, applicationId)
  })
}

/** Limits attempts, so that a deployment that crashes the server is not re-run for ever. */
async function countAttempt({ store }: Platform, deployment: Deployment): Promise<void> {
  await store.deployments.countAttempt(deployment.id)
  if (deployment.attempts >= maxAttempts) {
    throw new Failure(
      'interrupted',
      `The deployment was started ${maxAttempts} times and never finished.`,
    )
  }
}

const isBug = (error: unknown) =>
  !(error instanceof Failure) && !(error instanceof CancelledError) && !isDiskFull(error)

/** Switches the route to the stopped page, then stops the instances. The release is kept. */
export async function stop(platform: Platform, deployment: Deployment, signal: AbortSignal) {
  const { id } = await getApplication(platform, deployment.applicationId)
  signal.throwIfAborted()
  await platform.store.applications.setWanted(id, 'down')
  await reroute(platform, id)
  await drain(platform, await platform.store.instances.listOf(id), signal)
  await end(platform, deployment, 'stopped')
  createDeploymentLog(platform, deployment).info('The application was stopped.')
}
