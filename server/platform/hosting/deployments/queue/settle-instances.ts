import { restoreInstances } from '#platform/hosting/deployments/instances/restore-instances.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { cancelWake } from '#platform/hosting/sleep/end-sleep.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { redeploy } from './requests.ts'

/**
 * Starts or stops the instances of an application under its lock, as its record says then: after a suspension, and when it
 * falls asleep or is woken. Other work that is queued to come first does the same, so that it does not matter which of
 * them is run.
 */
export function settleInstances(
  platform: Platform,
  id: ApplicationId,
  options: { isUrgent?: boolean } = {},
): void {
  const settle = async (signal: AbortSignal) => {
    const application = await platform.store.applications.find(id)
    if (!application || (await restoreInstances(platform, application, signal))) return
    const release =
      application.liveDeploymentId &&
      (await platform.store.releases.find(application.liveDeploymentId))
    const isMissing = !release || !(await platform.engine.holds(release.artifact))
    // What does not start is not built again for each visitor, nor what was built for this one and has failed.
    if (
      application.asleepSince !== null &&
      (!isMissing || (await hasFailed(platform, application)))
    )
      return cancelWake(platform, id)
    await redeploy(platform, application, { authorId: '', withoutCache: false })
  }
  platform.queue.first(id, settle, options)
}

/** Whether the newest deployment since the application was to be awake has failed. */
async function hasFailed(
  { store }: Pick<Platform, 'store'>,
  { id, wakeRequestedAt }: Application,
): Promise<boolean> {
  const [newest] = await store.deployments.listOf(id, { limit: 1 })
  if (!newest || wakeRequestedAt === null || newest.createdAt < wakeRequestedAt) return false
  return newest.state === 'failed' || newest.state === 'cancelled'
}
