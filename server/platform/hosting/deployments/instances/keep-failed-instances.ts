import { formatDuration } from '#kit/text/duration.ts'
import type { DeploymentLog } from '#platform/hosting/deployments/pipeline/deployment-log.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Release } from '#platform/model/hosting/deployments/release.ts'
import { isOn } from '#platform/model/hosting/environment.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import { stopInstance } from './instances.ts'

const keptFor = 15 * 60_000

type Context = Pick<Platform, 'store' | 'engine' | 'supervision' | 'policies' | 'clock' | 'times'>

/** Whether instances of a failed deployment are kept for troubleshooting. */
export const keepsFailedInstances = ({ environment }: Pick<Release, 'environment'>): boolean =>
  isOn(environment, 'CC_TROUBLESHOOT')

/** Keeps the instances of a failed deployment running for a while. */
export function keepFailedInstances(
  platform: Context,
  instances: readonly Instance[],
  log: DeploymentLog,
): void {
  const time = formatDuration(keptFor)
  log.warn(
    `CC_TROUBLESHOOT is set: the failed instance keeps running for ${time}, or until the next deployment.`,
  )
  for (const instance of instances) endLater(platform, instance, keptFor)
}

/** Stops the kept instances of failed deployments, so that the next deployment does not run beside them. */
export async function endKeptInstances(
  platform: Context,
  { id }: Pick<Application, 'id'>,
): Promise<void> {
  for (const instance of await platform.store.instances.listOf(id)) {
    if ((await keptStill(platform, instance)) === 0) continue
    await stopInstance(platform, instance.id, platform.policies.stopGrace)
  }
}

/** Remaining time to keep an instance of a failed deployment, in milliseconds; 0 when it is not kept. */
export async function keptStill(
  { store, times }: Pick<Platform, 'store' | 'times'>,
  { deploymentId, state }: Instance,
): Promise<number> {
  const deployment = await store.deployments.find(deploymentId)
  if (deployment?.state !== 'failed' || state !== 'starting') return 0
  const release = await store.releases.find(deploymentId)
  if (!release || !keepsFailedInstances(release)) return 0
  return Math.max(0, keptFor - times.since(deployment.id, deployment.changedAt))
}

/** Timer in the background; after a restart of the server it is set again. */
export function endLater(platform: Context, { id }: Instance, milliseconds: number): void {
  const end = async () => {
    if (await platform.store.instances.find(id)) {
      await stopInstance(platform, id, platform.policies.stopGrace)
    }
  }
  setTimeout(() => void end().catch(() => {}), milliseconds).unref()
}
