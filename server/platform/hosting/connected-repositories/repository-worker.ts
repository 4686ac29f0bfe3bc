import { createWorker, type Worker } from '#kit/concurrency/worker.ts'
import { createDeliveryPool } from '#platform/events/delivery/delivery-pool.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { quotaAccountOf } from '#platform/identity/quotas.ts'
import type { ConnectedRepository } from '#platform/model/hosting/connected-repositories/connected-repository.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { syncRepository } from './sync.ts'

const maxPause = 3_600_000
/** A look that waits for a free place is made at the next one, or after this. */
const minPause = 1000

export interface RepositoryWorkerOptions {
  platform: () => Platform
  onBug: (error: unknown) => void
}

/** Looks at connected repositories when they are due, several at once, and fairly between their owners. */
export function createRepositoryWorker({ platform, onBug }: RepositoryWorkerOptions): Worker {
  let connected: readonly ConnectedRepository[] = []

  const waitFor = ({ applicationId, dueAt }: ConnectedRepository) =>
    platform().times.until(`repository of ${applicationId}`, dueAt, maxPause)

  const worker = createWorker({
    async run() {
      await pool.start()
      const waits = connected.map(waitFor)
      return waits.length > 0 ? Math.max(minPause, Math.min(...waits)) : undefined
    },
    onError: onBug,
  })
  const pool = createDeliveryPool<ApplicationId>({
    async listDue() {
      const { store, placement } = platform()
      const remote = await placement.remoteIds()
      const all = await store.connectedRepositories.listAll()
      connected = all.filter(({ applicationId }) => !remote.has(applicationId))
      const due = []
      for (const repository of connected.filter((each) => waitFor(each) === 0)) {
        const application = await store.applications.find(repository.applicationId)
        if (!application) continue
        const { id, ownerId } = application
        const accountId = await quotaAccountOf(store, ownerId)
        due.push({ id, ownerId, accountId, isFailing: repository.attempts > 0 })
      }
      return due
    },
    async deliverNext(applicationId) {
      const repository = await platform().store.connectedRepositories.find(applicationId)
      if (repository && waitFor(repository) === 0) {
        await syncRepository(platform(), repository, worker.signal)
      }
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
