import {
  checkAllHealth,
  type HealthCheck,
} from '#platform/hosting/deployments/instances/health-check.ts'
import {
  explainPort,
  type RunningInstance,
  startInstance,
  stopInstance,
} from '#platform/hosting/deployments/instances/instances.ts'
import {
  endKeptInstances,
  keepFailedInstances,
  keepsFailedInstances,
} from '#platform/hosting/deployments/instances/keep-failed-instances.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { requireStartQuota } from '#platform/hosting/quotas/running-quota.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Release } from '#platform/model/hosting/deployments/release.ts'
import { mainDomain } from '#platform/model/hosting/domain.ts'
import type { PreparedInstance } from '#platform/model/hosting/instances/prepared-instance.ts'
import type { DeploymentLog } from './deployment-log.ts'
import { runPostDeployHook } from './post-deploy-hook.ts'

/** Rollout of a release. */
export interface Rollout {
  application: Application
  deployment: Deployment
  release: Release
  check: HealthCheck
  log: DeploymentLog
  signal: AbortSignal
  /** The first instance to start, if it was prepared. */
  prepared?: PreparedInstance
}

/** A release of which instances are started, without a deployment. */
export type ReleaseStart = Omit<Rollout, 'deployment'>

/** Instances started so far, with their undo. */
export interface StartedInstances {
  instances: RunningInstance[]
  undo: AsyncDisposableStack
}

/** Checks the quotas for an instance and stops instances kept of failed deployments. */
export async function makeRoom(platform: Platform, { application }: Rollout): Promise<void> {
  await requireStartQuota(platform, application)
  await endKeptInstances(platform, application)
}

/** Starts instances one at a time, by default as many as the application's scale; each start can be undone. */
export async function startInstances(
  platform: Platform,
  rollout: ReleaseStart,
  { instances, undo }: StartedInstances,
  numbers: readonly number[] = Array.from(Array(rollout.application.currentInstances).keys()),
): Promise<void> {
  const { application, release, log, signal, prepared } = rollout
  for (const number of numbers) {
    signal.throwIfAborted()
    await requireStartQuota(platform, application)
    const starting = { id: prepared?.take(), release, number, say: log.info, signal }
    const instance = await startInstance(platform, application, starting)
    explainPort(instance, release.recipe.dockerfile?.port).forEach(log.info)
    undo.defer(() => stopAgain(platform, instance, log))
    instances.push(instance)
  }
}

function stopAgain(platform: Platform, { id, number }: RunningInstance, log: DeploymentLog) {
  return stopInstance(platform, id, platform.policies.stopGrace).catch(({ message }: Error) =>
    log.warn(`Instance ${number} could not be stopped: ${message}.`),
  )
}

/** Resolves once every instance is healthy. */
export async function checkInstances(
  { store, probe, engine, supervision }: Platform,
  { application, release, check, log, signal }: ReleaseStart,
  instances: readonly RunningInstance[],
): Promise<void> {
  const domain = mainDomain(await store.domains.listOf(application.id))
  await checkAllHealth(
    instances.map(({ id, started, ended }) => ({
      check,
      instance: { ...started, host: domain?.host ?? 'localhost' },
      probe,
      exited: ended,
      lastExit: () => supervision.lastExitOf(id),
      isDown: () => supervision.isDown(id),
      environment: release.environment,
      listening: () => engine.listening(id),
      adviceOnOutput: () => supervision.adviceOn(id),
      listenAdvice: release.recipe.listenAdvice,
      say: log.info,
      signal,
    })),
  )
}

/** Runs the owner's hook in an instance of a failed version, and keeps the instances for troubleshooting if wanted. */
export async function handleFailure(
  platform: Platform,
  rollout: Rollout,
  { error, instances, undo }: StartedInstances & { error: unknown },
): Promise<void> {
  const { release, log, signal } = rollout
  const [first] = instances
  if (!first || !(error instanceof Failure) || signal.aborted) return
  await runPostDeployHook(platform, first, release.recipe.epilogue?.failed, rollout)
  if (!keepsFailedInstances(release)) return
  undo.move()
  keepFailedInstances(platform, instances, log)
}
