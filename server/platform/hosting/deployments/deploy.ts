import { getApplication } from '#platform/hosting/applications/find.ts'
import { gatherEnvironment } from '#platform/hosting/applications/gather-environment.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { withExactTools } from '#platform/hosting/toolchains/exact-tools.ts'
import { newerReleaseLines, outdatedTools } from '#platform/hosting/toolchains/outdated-tools.ts'
import { demandCredentials } from '#platform/hosting/visitors/follow-variables.ts'
import { readOwnPages } from '#platform/hosting/visitors/own-pages.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import { withLifetime } from '#platform/model/hosting/environment.ts'
import { describeRecipe } from '#platform/model/hosting/recipe/describe-recipe.ts'
import { isStoreUnavailable } from '#platform/model/store-unavailable.ts'
import { healthCheckOf } from './instances/health-check.ts'
import type { RunningInstance } from './instances/instances.ts'
import { startTimeoutOf } from './instances/startup/start-timeout.ts'
import { livenessCheckOf } from './liveness/liveness-check.ts'
import { createDeploymentLog } from './pipeline/deployment-log.ts'
import { stopOldVersion } from './pipeline/drain.ts'
import { makeRelease } from './pipeline/make-release.ts'
import { finishRollout } from './pipeline/pass-probation.ts'
import { isSwitchedBeforeLive } from './pipeline/probation.ts'
import { checkInstances, handleFailure, makeRoom, startInstances } from './pipeline/rollout.ts'
import { switchTo } from './pipeline/switch.ts'
import { runTask } from './pipeline/task.ts'
import { transition } from './pipeline/transition.ts'
import { refuseForeignHosts } from './recipe/allowed-hosts.ts'
import { findVolumes } from './recipe/find-volumes.ts'
import { lfsNotes } from './recipe/lfs-note.ts'
import { pinImage } from './recipe/pin-image.ts'
import { releaseToRestore } from './releases/restore-release.ts'
import { recipeToReuse, releaseToReuse } from './releases/reuse-artifact.ts'
import { rerouteIdle } from './routes.ts'
import { findRuntime } from './runtimes.ts'

/**
 * The deployment pipeline: build, start, health check, switch, probation, drain; or a single run of a task. Any error
 * before the switch leaves the old version serving, on probation it serves again; after a crash the deployment runs
 * again from the beginning, or goes on with the probation.
 */
export async function deploy(platform: Platform, queued: Deployment, signal: AbortSignal) {
  const log = createDeploymentLog(platform, queued)
  const application = await getApplication(platform, queued.applicationId)

  let deployment = await transition(platform, queued, 'building', signal)
  await rerouteIdle(platform, application.id)
  log.info(`Deployment ${deployment.number} of ${application.name}: commit ${deployment.commit}.`)
  await using prepared = await platform.expectedInstances.take(application)
  if (isAutomatic(deployment)) log.info(`Restarted by the platform: ${deployment.cause}.`)
  const restored = await releaseToRestore(platform, deployment)
  const reused = await releaseToReuse(platform, deployment)
  const gathered = await gatherEnvironment(platform, application, deployment, {
    restored,
    note: log.info,
  })
  const environment = withLifetime(application, gathered)
  await findVolumes(platform, application.id, environment)
  await demandCredentials(platform, application)
  const isOnProbation = isSwitchedBeforeLive(platform, environment)
  const source = platform.repositories.sourceOf(application.id, deployment.commit, signal)
  const runtime = findRuntime(platform, application.type)
  const plan = async () => {
    const planned = await runtime.recipe(source, environment)
    if (reused) return recipeToReuse(reused, planned, { application, environment, log })
    return pinImage(platform, deployment, await withExactTools(platform, planned, log.info))
  }
  const recipe = restored?.recipe ?? (await plan())
  describeRecipe(recipe).forEach(log.info)
  if (!restored) (await lfsNotes(source)).forEach(log.warn)
  newerReleaseLines(outdatedTools(platform, recipe)).forEach(log.warn)
  if (!restored) refuseForeignHosts(recipe, await platform.store.domains.listOf(application.id))
  const pages = await readOwnPages(source, environment)
  const startTimeout = startTimeoutOf(recipe, platform.policies)
  const check = healthCheckOf({ ...recipe.environment, ...environment }, startTimeout)
  livenessCheckOf(environment, startTimeout)
  const inputs = {
    application,
    deployment,
    environment,
    recipe,
    source,
    log,
    signal,
    restored,
    reused,
    pages,
  }
  const release = await makeRelease(platform, inputs)
  const rollout = { application, deployment, release, check, log, signal, prepared }
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
    deployment = await switchTo(platform, deployment, instances, { isOnProbation })
  } catch (error) {
    // Visitors may reach the new instances already; the recovery decides with the store whether they stay.
    if (isStoreUnavailable(error)) undo.move()
    await handleFailure(platform, rollout, { error, instances, undo })
    throw error
  }
  undo.move()
  await finishRollout(platform, { ...rollout, deployment }, instances)
}

/** Whether the platform itself requested the deployment, for example after a config change of an add-on. */
const isAutomatic = ({ authorId, cause }: Deployment): boolean =>
  authorId === '' && !['Git', 'Github', 'Restart'].includes(cause)
