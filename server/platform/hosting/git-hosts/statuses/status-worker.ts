import type { Clock } from '#kit/concurrency/clock.ts'
import { createWorker, type Worker } from '#kit/concurrency/worker.ts'
import { createDeliveryPool, type DueTarget } from '#platform/events/delivery/delivery-pool.ts'
import type { EventAttempts } from '#platform/events/delivery/event-reader.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { quotaAccountOf } from '#platform/identity/quotas.ts'
import { leadRound } from '#platform/model/claims.ts'
import type { DueTime } from '#platform/model/events/due-time.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { queueStatuses } from './queue-statuses.ts'
import { pauses, sendStatus } from './send-status.ts'

/** Events are looked for this often even when nobody has told of one. */
const pollEvery = 60_000
const minPause = 1000
/** Those of one deployment come in quick succession, while it needs the processor and the disk itself. */
const batchDelay = 250

export interface StatusWorkerOptions {
  platform: () => Platform
  onBug: (error: unknown) => void
}

/** Tells Git hosts in the background how deployments of their commits go. */
export function createStatusWorker({ platform, onBug }: StatusWorkerOptions): Worker {
  const attempts: EventAttempts = new Map()
  const worker = createWorker({
    run: (signal) => leadRound(platform().store.claims, 'commit-statuses', () => round(signal)),
    onError: onBug,
  })
  const round = async (signal: AbortSignal): Promise<number> => {
    const { store, clock } = platform()
    await queueStatuses(platform(), signal, attempts).catch(onBug)
    await pool.start()
    const next = await store.queuedStatuses.nextDue()
    const pause = next === undefined ? pollEvery : Math.min(pollEvery, next - clock())
    return Math.max(minPause, pause)
  }
  const pool = createDeliveryPool<ApplicationId>({
    listDue: () => listDue(platform()),
    async deliverNext(applicationId) {
      const { store, clock } = platform()
      const status = await store.queuedStatuses.findDue(applicationId, dueTime(clock))
      return status !== undefined && sendStatus(platform(), status, worker.signal)
    },
    signal: worker.signal,
    onFree: worker.wake,
    onBug,
  })
  let stopWatching = () => {}
  let collecting: NodeJS.Timeout | undefined
  const wakeSoon = () => {
    collecting ??= setTimeout(() => {
      collecting = undefined
      worker.wake()
    }, batchDelay).unref()
  }
  return {
    signal: worker.signal,
    wake: worker.wake,
    begin() {
      stopWatching = platform().store.watch('events', wakeSoon)
      worker.begin()
    },
    async close() {
      stopWatching()
      clearTimeout(collecting)
      await worker.close()
      await pool.drain()
    },
  }
}

const dueTime = (clock: Clock): DueTime => ({ now: clock(), maxPause: pauses.max })

/** Applications with statuses that are due, the longest due first. */
async function listDue({
  store,
  clock,
}: Pick<Platform, 'store' | 'clock'>): Promise<DueTarget<ApplicationId>[]> {
  const targets = new Map<ApplicationId, DueTarget<ApplicationId>>()
  for (const { applicationId: id, attempts } of await store.queuedStatuses.listDue(
    dueTime(clock),
  )) {
    if (targets.has(id)) continue
    const application = await store.applications.find(id)
    if (!application) continue
    const { ownerId } = application
    const accountId = await quotaAccountOf(store, ownerId)
    targets.set(id, { id, ownerId, accountId, isFailing: attempts > 0 })
  }
  return [...targets.values()]
}
