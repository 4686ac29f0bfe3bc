import { backoff } from '#kit/concurrency/backoff.ts'
import { createWorker, type Worker } from '#kit/concurrency/worker.ts'
import { localApplications } from '#platform/hosting/placement/local-applications.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { type Application, isWantedUp } from '#platform/model/hosting/application.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { findDifference, reconcile } from './reconcile.ts'

export interface ReconcilerOptions {
  /** Lazily, because the platform has the worker as a part. */
  platform: () => Platform
  onBug: (error: unknown) => void
  /** Milliseconds between two looks; a difference counts once two in a row have seen it. */
  interval?: number
  /** Between attempts to mend the same application. */
  pauses?: { first: number; max: number }
}

interface Differing {
  attempts: number
  /** Time of the monotonic clock before which nothing is tried. */
  nextAt: number
}

/**
 * Compares, for each local application, what is wanted with what runs and is metered, and mends what differs:
 * a scaling that failed is tried again, and instances that nobody wants are stopped. Applications with a deployment under
 * way, drains included, are left alone.
 */
export function createReconciler({
  platform,
  onBug,
  interval = 15_000,
  pauses = { first: 30_000, max: 3_600_000 },
}: ReconcilerOptions): Worker {
  let differing = new Map<ApplicationId, Differing>()

  const look = async (application: Application): Promise<Differing | undefined> => {
    const { id } = application
    const before = differing.get(id)
    if (!(await findDifference(platform(), application))) return undefined
    const now = platform().monotonic()
    if (!before) return { attempts: 0, nextAt: now }
    if (now < before.nextAt) return before
    // What fails is reported and tried again after its pause, not by the queue, which deployments wait for.
    platform().queue.first(id, () => reconcile(platform(), id).catch(onBug))
    return { attempts: before.attempts + 1, nextAt: now + backoff(before.attempts, pauses) }
  }

  return createWorker({
    onError: onBug,
    async run(signal) {
      const { store, queue } = platform()
      const unfinished = await store.deployments.listUnfinished()
      const busy = new Set(unfinished.map(({ applicationId }) => applicationId))
      const found = new Map<ApplicationId, Differing>()
      for (const application of await differable(platform())) {
        if (signal.aborted) return undefined
        const { id } = application
        const isBusy = busy.has(id) || queue.isBusy(id)
        const now = isBusy ? differing.get(id) : await look(application)
        if (now) found.set(id, now)
      }
      differing = found
      return interval
    },
  })
}

/** Local applications that may differ. Of those with what they want, however many, nothing more is read. */
async function differable(platform: Platform): Promise<Application[]> {
  const { store } = platform
  const instances = Map.groupBy(await store.instances.listAll(), (each) => each.applicationId)
  const applications = await localApplications(platform, await store.applications.listAll())
  return applications.filter((application) => {
    const { id, wanted, liveDeploymentId, currentInstances, currentFlavor } = application
    const own = instances.get(id) ?? []
    if (wanted === 'gone') return false
    if (!isWantedUp(application) || !liveDeploymentId) return own.length > 0
    const isRight = own.every(
      ({ state, deploymentId, flavor }) =>
        state === 'up' && deploymentId === liveDeploymentId && flavor === currentFlavor,
    )
    return !isRight || own.length !== currentInstances
  })
}
