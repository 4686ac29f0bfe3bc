import { createWorker, type Worker } from '#kit/concurrency/worker.ts'
import { suspendedSentence } from '#platform/billing/payments/refuse-suspended.ts'
import { settleSuspension } from '#platform/billing/payments/suspension.ts'
import type { ApplicationId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'

/** Notifications come at once; this is for those that were lost. */
const lookEvery = 5000

export interface HomeKeeperOptions {
  /** Lazily, because the platform has the worker as a part. */
  platform: () => Platform
  onBug: (error: unknown) => void
}

/**
 * Takes up what other servers have stored about the applications that live here: deployments, cancellations, and
 * suspensions by the server that does the billing. A server that is alone has nothing to look for.
 */
export function createHomeKeeper({ platform, onBug }: HomeKeeperOptions): Worker {
  let suspended: ReadonlySet<ApplicationId> | undefined
  let stopWatching = () => {}
  const worker = createWorker({
    onError: onBug,
    async run() {
      if (!platform().store.claims.isShared) return undefined
      await takeUpDeployments(platform())
      suspended = await takeUpSuspensions(platform(), suspended)
      return lookEvery
    },
  })
  return {
    ...worker,
    begin() {
      const { store } = platform()
      const ends = [
        store.watch('deployments', worker.wake),
        store.watch('applications', worker.wake),
      ]
      stopWatching = () => {
        for (const end of ends) end()
      }
      if (!store.claims.isShared) stopWatching()
      worker.begin()
    },
    async close() {
      stopWatching()
      await worker.close()
    },
  }
}

async function takeUpDeployments({ store, homes, queue }: Platform): Promise<void> {
  for (const { id, applicationId, cancelRequested } of await store.deployments.listUnfinished()) {
    if (queue.isRunning(id)) {
      if (cancelRequested) queue.cancel(id, 'The deployment was cancelled.')
    } else if (await homes.isHere(applicationId)) queue.notice(applicationId)
  }
}

/** Stops or starts applications that were suspended, or are no longer, since the last time. */
async function takeUpSuspensions(
  platform: Platform,
  before: ReadonlySet<ApplicationId> | undefined,
): Promise<ReadonlySet<ApplicationId>> {
  const applications = await platform.store.applications.listAll()
  const now = new Set(applications.filter(({ suspended }) => suspended).map(({ id }) => id))
  const changed = before ? applications.filter(({ id }) => now.has(id) !== before.has(id)) : []
  for (const { id } of changed) {
    if (!(await platform.homes.isHere(id))) continue
    if (now.has(id)) platform.queue.interrupt(id, suspendedSentence)
    settleSuspension(platform, id)
  }
  return now
}
