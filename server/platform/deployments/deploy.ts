import { allSettled } from '#kit/concurrency/all-settled.ts'
import { formatDuration } from '#kit/text/duration.ts'
import { withLifetime } from '#platform/applications/environment.ts'
import { getApplication } from '#platform/applications/find.ts'
import { gatherEnvironment } from '#platform/applications/gather-environment.ts'
import type { Platform } from '#platform/platform.ts'
import type { Deployment } from './deployment.ts'
import { healthCheckOf } from './instances/health-check.ts'
import type { RunningInstance } from './instances/instances.ts'
import { createDeploymentLog } from './pipeline/deployment-log.ts'
import { drainReplaced, stopOldVersion } from './pipeline/drain.ts'
import { makeRelease } from './pipeline/make-release.ts'
import { runPostDeployHook } from './pipeline/post-deploy-hook.ts'
import { checkInstances, handleFailure, makeRoom, startInstances } from './pipeline/rollout.ts'
import { switchTo } from './pipeline/switch.ts'
import { runTask } from './pipeline/task.ts'
import { transition } from './pipeline/transition.ts'
import { describeRecipe } from './recipe/describe-recipe.ts'
import { findRuntime } from './runtimes.ts'

/**
 * The deployment pipeline: build, start, health check, switch, drain; or a single run of a task. Any error before the
 * switch leaves the old version serving; after a crash the deployment runs again from the beginning.
 */
export async function deploy(platform: Platform, queued: Deployment, signal: AbortSignal) {
  const log = createDeploymentLog(platform, queued)
  const application = await getApplication(platform, queued.applicationId)

  let deployment = await transition(platform, queued, 'building', signal)
  log.info(`Deployment ${deployment.number} of ${application.name}: commit ${deployment.commit}.`)
  if (isAutomatic(deployment)) log.info(`Restarted by the platform: ${deployment.cause}.`)
  const gathered = await gatherEnvironment(platform, application, deployment, log.info)
  const environment = withLifetime(application, gathered)
  const check = healthCheckOf(environment, platform.policies.healthCheckTimeout)
  const source = platform.repositories.sourceOf(application.id, deployment.commit, signal)
  const recipe = await findRuntime(platform, application.type).recipe(source, environment)
  describeRecipe(recipe).forEach(log.info)
  const inputs = { application, deployment, environment, recipe, source, log, signal }
  const release = await makeRelease(platform, inputs)
  const rollout = { application, deployment, release, check, log, signal }
  if (recipe.purpose === 'task') return runTask(platform, rollout)

  const instances: RunningInstance[] = []
  await using undo = new AsyncDisposableStack()
  try {
    deployment = await transition(platform, deployment, 'starting', signal)
    await makeRoom(platform, rollout)
    if (application.homogeneous) await stopOldVersion(platform, rollout)
    await startInstances(platform, rollout, { instances, undo })

    deployment = await transition(platform, deployment, 'checking', signal)
    await checkInstances(platform, rollout, instances)

    deployment = await transition(platform, deployment, 'switching', signal)
    await switchTo(platform, deployment, instances)
  } catch (error) {
    await handleFailure(platform, rollout, { error, instances, undo })
    throw error
  }
  undo.move()
  log.info(`Successfully deployed in ${formatDuration(platform.clock() - deployment.createdAt)}.`)

  await allSettled([
    drainReplaced(platform, rollout),
    runPostDeployHook(platform, instances[0], recipe.epilogue?.succeeded, rollout),
  ])
}

/** Whether the platform itself requested the deployment, for example after a config change of an add-on. */
const isAutomatic = ({ authorId, cause }: Deployment): boolean =>
  authorId === '' && !['Git', 'Restart'].includes(cause)
