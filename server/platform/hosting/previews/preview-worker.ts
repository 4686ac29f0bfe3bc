import { createWorker, type Worker } from '#kit/concurrency/worker.ts'
import { createDeliveryPool } from '#platform/events/delivery/delivery-pool.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { quotaAccountOf } from '#platform/identity/quotas.ts'
import { type Preview, previewStates } from '#platform/model/hosting/previews/preview.ts'
import type { PreviewId } from '#platform/model/ids.ts'
import { reconcilePreview } from './reconcile-preview.ts'
import { createVisitFinder } from './visits.ts'

/** Other servers may change what is due here. */
const maxPause = 60_000
/** A step that waits for a free place is made at the next one, or after this. */
const minPause = 1000
const visitInterval = 300_000

export interface PreviewWorkerOptions {
  platform: () => Platform
  onBug: (error: unknown) => void
}

/** Makes, updates and removes previews in the background: several at once, each one step at a time. */
export function createPreviewWorker({ platform, onBug }: PreviewWorkerOptions): Worker {
  let local: readonly Preview[] = []

  const waitFor = ({ id, dueAt }: Preview) =>
    platform().times.until(`preview ${id}`, dueAt, 3_600_000)

  const findVisited = createVisitFinder()
  let nextVisits = 0

  /** Previews with visitors are not idle. A router that does not answer is asked again next time. */
  async function noteVisits() {
    const { store, traffic, clock, monotonic } = platform()
    if (monotonic() < nextVisits) return
    nextVisits = monotonic() + visitInterval
    const statistics = await traffic.statistics().catch(() => undefined)
    const visited = new Set<string>(statistics ? findVisited(statistics) : [])
    for (const { id, applicationId } of local) {
      if (applicationId === null || !visited.has(applicationId)) continue
      await store.previews.change(id, previewStates, { lastVisitAt: clock() })
    }
  }

  const worker = createWorker({
    async run() {
      if (local.length > 0) await noteVisits()
      await pool.start()
      const waits = local.map(waitFor)
      return waits.length > 0 ? Math.max(minPause, Math.min(maxPause, ...waits)) : maxPause
    },
    onError: onBug,
  })
  const pool = createDeliveryPool<PreviewId>({
    async listDue() {
      const { store, placement } = platform()
      const remote = await placement.remoteIds()
      // Before it has an application, a preview is where its parent is.
      local = (await store.previews.listAll()).filter(
        ({ applicationId, parentId }) => !remote.has(applicationId ?? parentId),
      )
      const due = []
      for (const preview of local.filter((each) => waitFor(each) === 0)) {
        const { id, ownerId, attempts } = preview
        const accountId = await quotaAccountOf(store, ownerId)
        due.push({ id, ownerId, accountId, isFailing: attempts > 0 })
      }
      return due
    },
    async deliverNext(id) {
      const preview = await platform().store.previews.find(id)
      if (!preview || waitFor(preview) > 0) return false
      await reconcilePreview(platform(), preview, worker.signal)
      return true
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
