import { createDeploymentLog } from '#platform/hosting/deployments/pipeline/deployment-log.ts'
import { drain } from '#platform/hosting/deployments/pipeline/drain.ts'
import { enqueueScaling } from '#platform/hosting/deployments/queue/requests.ts'
import { reroute } from '#platform/hosting/deployments/routes.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { hasRunningQuota } from '#platform/hosting/quotas/running-quota.ts'
import { type Application, isWantedUp } from '#platform/model/hosting/application.ts'
import { publicMessage } from '#platform/model/hosting/deployments/public-message.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { type Difference, differenceOf, type ObservedInstance, strayReason } from './difference.ts'
import { observe } from './observe.ts'
import { recordEnded } from './record-ended.ts'

/** Supervision restarts an instance that exits, so that it is there as long as its record is. */
const isOnRecord = async () => true

/** The difference of an application while no deployment of it is under way; `undefined` when there is none. */
export async function findDifference(
  platform: Platform,
  application: Application,
): Promise<Difference | undefined> {
  const { wanted, liveDeploymentId } = application
  if (wanted === 'gone') return undefined
  const { strays, scaling } = differenceOf(await observe(platform, application, isOnRecord))
  const release =
    scaling && liveDeploymentId && (await platform.store.releases.find(liveDeploymentId))
  const isScaled = release && release.recipe.purpose !== 'task'
  if (strays.length === 0 && !isScaled) return undefined
  return { strays, ...(isScaled && scaling && { scaling }) }
}

/**
 * Stops the instances that an application does not want, and queues the scaling that it needs. Runs in the application's
 * turn, so that no deployment is under way. Both are in the activity with their reason.
 */
export async function reconcile(platform: Platform, id: ApplicationId): Promise<void> {
  const application = await platform.store.applications.find(id)
  const difference = application && (await findDifference(platform, application))
  if (!difference) return
  const { strays, scaling } = difference
  if (strays.length > 0) await stopStrays(platform, application, strays)
  if (!scaling) return
  const isUp = scaling.action === 'upscale'
  if (isUp && !(await hasRunningQuota(platform, application))) return
  const { store, clock, queue } = platform
  const unfinished = await store.deployments.listUnfinished()
  if (unfinished.some(({ applicationId }) => applicationId === id)) return
  await enqueueScaling({ store, clock }, application, scaling.action, {
    authorId: '',
    cause: scaling.reason,
  })
  queue.wake(id)
}

async function stopStrays(
  platform: Platform,
  application: Application,
  strays: readonly ObservedInstance[],
): Promise<void> {
  const { store, clock } = platform
  const begunAt = clock()
  const cause = strayReason(application, strays)
  let failure: string | undefined
  try {
    await reroute(platform, application.id)
    await drain(platform, strays)
  } catch (error) {
    failure = `They could not be stopped: ${publicMessage(error)}.`
  }
  const isUp = isWantedUp(application)
  const deployment = await store.transaction((inside) =>
    recordEnded(inside, application, {
      action: isUp ? 'downscale' : 'stop',
      cause,
      commit: application.commit ?? '',
      instances: isUp ? application.currentInstances : 0,
      begunAt,
      endedAt: clock(),
      failure,
    }),
  )
  const log = createDeploymentLog(platform, deployment)
  if (failure) log.error(`${cause}. ${failure}`)
  else log.info(`${cause}: stopped.`)
}
