import { backoff } from '#kit/concurrency/backoff.ts'
import { sleep } from '#kit/concurrency/timeout.ts'
import { createDeploymentLog } from '#platform/hosting/deployments/pipeline/deployment-log.ts'
import { settleInstances } from '#platform/hosting/deployments/queue/settle-instances.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import type { WakeResult, Waker } from '#platform/model/hosting/visitors/waker.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { cancelWake } from './end-sleep.ts'

/** An application that does not start is not tried again by each visitor. */
const pauses = { first: 10_000, max: 300_000 }
const poll = { first: 20, max: 250 }
/** Longer than any start; a wake that is given up is asked for again by the next visitor. */
const maxWait = 600_000

interface Failures {
  count: number
  /** Time of the monotonic clock before which it is not tried again. */
  nextAt: number
}

/** Wakes sleeping applications: each once, however many wait for it. */
export function createWaker(platform: () => Platform): Waker {
  const waking = new Map<ApplicationId, Promise<WakeResult>>()
  const failures = new Map<ApplicationId, Failures>()

  const wake = async (id: ApplicationId): Promise<WakeResult> => {
    const { store, monotonic } = platform()
    const failed = failures.get(id)
    if (failed && monotonic() < failed.nextAt) {
      // A deployment may have awakened it meanwhile.
      const application = await store.applications.find(id)
      if (application && application.asleepSince !== null) return 'failed'
    }
    const result = await wakeOnce(platform(), id)
    if (result === 'failed') {
      const count = failed?.count ?? 0
      failures.set(id, { count: count + 1, nextAt: monotonic() + backoff(count, pauses) })
    } else failures.delete(id)
    return result
  }

  return {
    wake(id) {
      const underWay = waking.get(id)
      if (underWay !== undefined) return underWay
      const begun = wake(id).finally(() => waking.delete(id))
      waking.set(id, begun)
      return begun
    },
  }
}

/**
 * Stores that the application is to be awake, then waits until it is. Its server starts it under its lock, after what is
 * under way there; the server of the application may be another one.
 */
async function wakeOnce(platform: Platform, id: ApplicationId): Promise<WakeResult> {
  const { store, queue, placement, monotonic } = platform
  const deadline = monotonic() + maxWait
  const application = await requestWake(platform, id)
  if (!application) return 'awake'
  tell(platform, application)
  for (let polls = 0; monotonic() < deadline; polls += 1) {
    const now = await store.applications.find(id)
    if (!now || now.asleepSince === null) return 'awake'
    if (now.wakeRequestedAt === null || now.suspended) return 'failed'
    if (!queue.isBusy(id) && (await placement.isLocal(id))) {
      settleInstances(platform, id, { isUrgent: true })
    }
    await sleep(Math.min(poll.max, poll.first + 2 * polls))
  }
  await cancelWake(platform, id)
  return 'failed'
}

/** `undefined` when the application does not sleep. */
function requestWake(
  { store, clock }: Platform,
  id: ApplicationId,
): Promise<Application | undefined> {
  return store.transaction(async (inside) => {
    const application = await inside.applications.find(id)
    if (!application || application.asleepSince === null || application.suspended) return undefined
    const wakeRequestedAt = application.wakeRequestedAt ?? clock()
    await inside.applications.setSleep(id, { wakeRequestedAt })
    return { ...application, wakeRequestedAt }
  })
}

function tell(platform: Platform, { id, liveDeploymentId, commit }: Application): void {
  const deployment = { applicationId: id, id: liveDeploymentId ?? '', commit: commit ?? '' }
  createDeploymentLog(platform, deployment as Deployment).info('The application is woken.')
}
