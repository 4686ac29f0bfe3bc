import { createWorker, type Worker } from '#kit/concurrency/worker.ts'
import { createDeliveryPool } from '#platform/events/delivery/delivery-pool.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { quotaAccountOf } from '#platform/identity/quotas.ts'
import type { FollowedApplication } from '#platform/model/hosting/pull-requests/pull-request-sync.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { syncPullRequests } from './sync-pull-requests.ts'

const maxPause = 3_600_000
/** A look that waits for a free place is made at the next one, or after this. */
const minPause = 1000
/** Between two looks at the pull requests of one application, however many are announced. */
const minInterval = 3000

export interface PullRequestWorkerOptions {
  platform: () => Platform
  onBug: (error: unknown) => void
}

/** Looks at pull requests of connected repositories when they are due or announced, several at once, and fairly between owners. */
export function createPullRequestWorker({ platform, onBug }: PullRequestWorkerOptions): Worker {
  let followed: readonly FollowedApplication[] = []

  const waitFor = ({
    applicationId,
    isAnnounced,
    attempts,
    checkedAt,
    dueAt,
  }: FollowedApplication) => {
    const earliest = (checkedAt ?? 0) + minInterval
    // A host that fails is left alone, whatever it announces.
    const time = isAnnounced && attempts === 0 ? Math.min(dueAt, earliest) : dueAt
    return platform().times.until(`pull requests of ${applicationId}`, time, maxPause)
  }

  const worker = createWorker({
    async run() {
      await pool.start()
      const waits = followed.map(waitFor)
      return waits.length > 0 ? Math.max(minPause, Math.min(...waits)) : undefined
    },
    onError: onBug,
  })
  const pool = createDeliveryPool<ApplicationId>({
    async listDue() {
      const { store, placement } = platform()
      const remote = await placement.remoteIds()
      const all = await store.pullRequestSyncs.listFollowed()
      followed = all.filter(({ applicationId }) => !remote.has(applicationId))
      const due = []
      for (const each of followed.filter((one) => waitFor(one) === 0)) {
        const application = await store.applications.find(each.applicationId)
        if (!application) continue
        const { id, ownerId } = application
        const accountId = await quotaAccountOf(store, ownerId)
        due.push({ id, ownerId, accountId, isFailing: each.attempts > 0, dueAt: each.dueAt })
      }
      return due.sort((a, b) => a.dueAt - b.dueAt)
    },
    async deliverNext(applicationId) {
      await syncPullRequests(platform(), applicationId, worker.signal)
      return false
    },
    signal: worker.signal,
    onFree: worker.wake,
    onBug,
  })

  return {
    signal: worker.signal,
    begin: worker.begin,
    wake: worker.wake,
    async close() {
      await worker.close()
      await pool.drain()
    },
  }
}
