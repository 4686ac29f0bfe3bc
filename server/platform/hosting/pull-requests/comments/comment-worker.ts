import { createWorker, type Worker } from '#kit/concurrency/worker.ts'
import { createDeliveryPool } from '#platform/events/delivery/delivery-pool.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { quotaAccountOf } from '#platform/identity/quotas.ts'
import type { PullRequestComment } from '#platform/model/hosting/pull-requests/pull-request-comment.ts'
import { type DueComment, listDueComments } from './list-comments.ts'
import { writeComment } from './write-comment.ts'

const maxPause = 3_600_000
/** Between two rounds: previews and deployments change several times a second while they are made. */
const minPause = 2000

export interface CommentWorkerOptions {
  platform: () => Platform
  onBug: (error: unknown) => void
}

/**
 * Keeps the comments of pull requests in line with their previews, fairly between owners. It compares them instead of being told of
 * changes, so that none is lost by a crash.
 */
export function createCommentWorker({ platform, onBug }: CommentWorkerOptions): Worker {
  let due = new Map<string, DueComment>()
  let unwatch: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined

  const nameOf = ({ applicationId, number }: PullRequestComment) => `${applicationId} ${number}`
  const waitFor = ({ comment }: DueComment) =>
    platform().times.until(`comment of ${nameOf(comment)}`, comment.dueAt, maxPause)

  const worker = createWorker({
    async run() {
      await pool.start()
      const waits = [...due.values()].map(waitFor)
      return waits.length > 0 ? Math.max(minPause, Math.min(...waits)) : undefined
    },
    onError: onBug,
  })
  const pool = createDeliveryPool<string>({
    async listDue() {
      const { store } = platform()
      const all = await listDueComments(platform())
      due = new Map(all.map((each) => [nameOf(each.comment), each]))
      const targets = []
      for (const [id, each] of due) {
        if (waitFor(each) > 0) continue
        const application = await store.applications.find(each.comment.applicationId)
        if (!application) continue
        const { ownerId } = application
        const accountId = await quotaAccountOf(store, ownerId)
        targets.push({ id, ownerId, accountId, isFailing: each.comment.attempts > 0 })
      }
      return targets
    },
    async deliverNext(id) {
      const found = due.get(id)
      if (found) await writeComment(platform(), found, worker.signal)
      return false
    },
    signal: worker.signal,
    onFree: () => wakeSoon(),
    onBug,
  })
  const wakeSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      worker.wake()
    }, minPause).unref()
  }

  return {
    signal: worker.signal,
    begin() {
      const { store } = platform()
      unwatch = (['previews', 'deployments'] as const).map((noun) => store.watch(noun, wakeSoon))
      worker.begin()
    },
    wake: worker.wake,
    async close() {
      for (const end of unwatch) end()
      clearTimeout(timer)
      await worker.close()
      await pool.drain()
    },
  }
}
