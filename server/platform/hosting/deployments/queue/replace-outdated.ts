import { healthCheckOf } from '#platform/hosting/deployments/instances/health-check.ts'
import { startTimeoutOf } from '#platform/hosting/deployments/instances/startup/start-timeout.ts'
import { createDeploymentLog } from '#platform/hosting/deployments/pipeline/deployment-log.ts'
import { drain } from '#platform/hosting/deployments/pipeline/drain.ts'
import { replaceEach } from '#platform/hosting/deployments/pipeline/replace-instances.ts'
import {
  deploymentOnProbation,
  reroute,
  servingInstances,
} from '#platform/hosting/deployments/routes.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { publicMessage } from '#platform/model/hosting/deployments/public-message.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'

/**
 * Replaces instances that an earlier version of the platform has started, one by one: each serves until its successor is
 * healthy. Returns `false` when the release has to be built again for that; the outdated ones serve meanwhile. One whose
 * successor does not become healthy goes on serving, and is tried again by the next start. On probation nothing is replaced.
 */
export async function replaceOutdated(
  platform: Platform,
  application: Application,
  outdated: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<boolean> {
  const { store, engine, policies } = platform
  const { id, liveDeploymentId, homogeneous } = application
  if (outdated.size === 0 || (await deploymentOnProbation(platform, id))) return true
  const serving = await servingInstances(platform, application)
  const replaced = serving.filter((instance) => outdated.has(instance.id))
  if (replaced.length === 0 || !liveDeploymentId) return true
  const release = await store.releases.find(liveDeploymentId)
  if (!release || !(await engine.holds(release.artifact))) return false
  const log = createDeploymentLog(platform, { ...release, id: release.deploymentId })
  log.info('Instances of an earlier version of the platform are replaced.')
  // Two instances at once are not wanted: what stops here is started again with all that is missing.
  if (homogeneous) return stopFirst(platform, application, replaced)
  try {
    const check = healthCheckOf(release.environment, startTimeoutOf(release.recipe, policies))
    const replacements = replaced.map((each) => ({ number: each.number, replaced: each }))
    await replaceEach(platform, { application, release, check, log, signal }, replacements)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    log.error(publicMessage(error))
    log.warn('The instance goes on serving. Its output is not collected until the next deployment.')
  }
  return true
}

async function stopFirst(
  platform: Platform,
  { id }: Application,
  instances: readonly Instance[],
): Promise<true> {
  for (const each of instances)
    await platform.store.instances.update(each.id, { state: 'stopping' })
  await reroute(platform, id)
  await drain(platform, instances)
  return true
}
