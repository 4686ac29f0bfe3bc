import {
  createDeploymentLog,
  type DeploymentLog,
} from '#platform/hosting/deployments/pipeline/deployment-log.ts'
import { drain } from '#platform/hosting/deployments/pipeline/drain.ts'
import {
  deploymentOnProbation,
  reroute,
  servingInstances,
} from '#platform/hosting/deployments/routes.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { hasRunningQuota } from '#platform/hosting/quotas/running-quota.ts'
import { endSleep } from '#platform/hosting/sleep/end-sleep.ts'
import { type Application, isWantedUp } from '#platform/model/hosting/application.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { publicMessage } from '#platform/model/hosting/deployments/public-message.ts'
import type { Release } from '#platform/model/hosting/deployments/release.ts'
import { mainDomain } from '#platform/model/hosting/domain.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { checkHealth, healthCheckOf } from './health-check.ts'
import { startInstance } from './instances.ts'
import { startTimeoutOf } from './startup/start-timeout.ts'

/** Short, because other applications wait for the worker slot. */
const maxTimeout = 20_000

/**
 * Starts missing instances of the live release: after a stop of the platform, a reboot, or a deployment that failed
 * after stopping them, or when it is woken. Returns `false` when that is impossible. Of a suspended owner, and of one that
 * sleeps, everything stops instead.
 */
export async function restoreInstances(
  platform: Platform,
  application: Application,
  signal: AbortSignal,
): Promise<boolean> {
  const { store, engine } = platform
  const { wanted, suspended, liveDeploymentId, currentInstances } = application
  if (suspended) await stopAll(platform, application)
  else if (wanted === 'up' && !isWantedUp(application)) await stopSleeping(platform, application)
  if (!isWantedUp(application) || !liveDeploymentId) return true
  // Its instances serve; if they fail, this is called again.
  if (await deploymentOnProbation(platform, application.id)) return true
  const present = (await servingInstances(platform, application)).map(({ number }) => number)
  const numbers = Array.from({ length: currentInstances }, (_, number) => number)
  const missing = numbers
    .filter((number) => !present.includes(number))
    .slice(0, Math.max(0, currentInstances - present.length))
  if (present.length > 0 && application.asleepSince !== null) {
    // Woken before it had stopped, or by a server that ended when an instance was up.
    await endSleep(platform, application.id)
    await reroute(platform, application.id)
  }
  if (missing.length === 0) return true
  // Some instances serve, so the rest can wait when the quota has no room.
  if (present.length > 0 && !(await hasRunningQuota(platform, application))) return true

  const release = await store.releases.find(liveDeploymentId)
  if (!release || !(await engine.holds(release.artifact))) return false
  const log = createDeploymentLog(platform, { ...release, id: release.deploymentId })
  try {
    for (const number of missing) {
      await startAgain(platform, application, { release, number, log, signal })
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    log.error(publicMessage(error))
    return false
  }
  log.info('The application was restarted.')
  return true
}

async function stopAll(platform: Platform, { id }: Application): Promise<void> {
  await stop(platform, id, await platform.store.instances.listOf(id))
}

/** Those of the live release; others are of a deployment, or kept for troubleshooting. */
async function stopSleeping(
  platform: Platform,
  { id, liveDeploymentId }: Application,
): Promise<void> {
  const instances = await platform.store.instances.listOf(id)
  await stop(
    platform,
    id,
    instances.filter(({ deploymentId }) => deploymentId === liveDeploymentId),
  )
}

async function stop(
  platform: Platform,
  id: ApplicationId,
  instances: readonly Instance[],
): Promise<void> {
  if (instances.length === 0) return
  await reroute(platform, id)
  await drain(platform, instances)
}

/** Routes visitors to the instances before they are healthy, because the release was healthy once. */
async function startAgain(
  platform: Platform,
  application: Application,
  starting: { release: Release; number: number; log: DeploymentLog; signal: AbortSignal },
): Promise<void> {
  const { store, engine, supervision, policies, probe } = platform
  const { release, number, log, signal } = starting
  signal.throwIfAborted()
  const instance = await startInstance(platform, application, {
    release,
    number,
    say: log.info,
    signal,
  })
  const host = mainDomain(await store.domains.listOf(application.id))?.host ?? 'localhost'
  const check = healthCheckOf(release.environment, startTimeoutOf(release.recipe, policies))
  await checkHealth({
    check: { ...check, timeout: Math.min(check.timeout, maxTimeout) },
    probe,
    exited: instance.ended,
    lastExit: () => supervision.lastExitOf(instance.id),
    isDown: () => supervision.isDown(instance.id),
    environment: release.environment,
    signal,
    instance: { ...instance.started, host },
    listening: () => engine.listening(instance.id),
    say: () => {},
  }).catch((error: Error) => signal.aborted || log.warn(publicMessage(error)))
  signal.throwIfAborted()
  await store.instances.update(instance.id, { state: 'up' })
  supervision.keep(instance.id)
  if (application.asleepSince !== null) await endSleep(platform, application.id)
  await reroute(platform, application.id)
}
