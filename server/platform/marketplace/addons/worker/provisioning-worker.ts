import { createKeyedMutex, type KeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import { createWorker } from '#kit/concurrency/worker.ts'
import type { Platform } from '#platform/marketplace/platform.ts'
import { claimPoll, leadRound } from '#platform/model/claims.ts'
import type { AddonId } from '#platform/model/ids.ts'
import type { ProvisioningQueue } from '#platform/model/marketplace/provisioning-queue.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { leaseOf } from './lease.ts'

export interface ProvisioningWorkerOptions {
  platform: () => Pick<Platform, 'store' | 'times' | 'policies' | 'placement'>
  /** Runs the pending step of an add-on. */
  reconcileAddon: (addonId: AddonId) => Promise<unknown>
  /** Called with unexpected errors. */
  onBug: (error: unknown) => void
}

/** Concurrent add-ons per provider, so that a provider that hangs does not block the others. */
const concurrency = 4
const pollEvery = 1000
const pauseAfterBug = 5000
/** No step of an add-on waits longer. */
const maxPause = 24 * 3_600_000

interface ProviderQueue {
  waiting: AddonId[]
  working: number
}

/** Reconciles add-ons when they are due, a few per provider at a time. */
export function createProvisioningWorker({
  platform,
  reconcileAddon,
  onBug,
}: ProvisioningWorkerOptions): ProvisioningQueue {
  const mutex = createKeyedMutex()
  const acts = new Set<Promise<unknown>>()
  const queues = new Map<string, ProviderQueue>()
  const known = new Set<string>()
  let isFirstRound = true

  const worker = createWorker({
    run: async () => {
      // The server of the built-in providers can call all of them, others only while it is away.
      const home = await platform().placement.remoteServerOf('built-in providers')
      if (home && !home.isAway) return claimPoll
      return leadRound(platform().store.claims, 'provisioning', round)
    },
    onError: onBug,
  })
  const { signal } = worker

  const round = async (): Promise<number | undefined> => {
    const { store } = platform()
    // The first round ignores leases: their holder was the previous process, unless there are other servers.
    const isAlone = isFirstRound && !store.claims.isShared
    const within = isAlone ? leaseOf(platform()) : 0
    isFirstRound = false
    const next = await takeUpDue(within)
    return next === undefined ? undefined : Math.max(next, pollEvery)
  }

  const withLock: KeyedMutex = async (addonId, act) => {
    if (signal.aborted) throw ending()
    const mine = mutex(addonId, () => {
      if (signal.aborted) throw ending()
      return act()
    })
    acts.add(mine)
    return mine.finally(() => acts.delete(mine))
  }

  const release = (addonId: AddonId) => {
    known.delete(addonId)
    wake()
  }

  const work = async (queue: ProviderQueue) => {
    for (let id = queue.waiting.shift(); id && !signal.aborted; id = queue.waiting.shift()) {
      const addonId = id
      await withLock(addonId, () => reconcileAddon(addonId)).then(
        () => known.delete(addonId),
        (error) => {
          if (!(error instanceof Refusal)) onBug(error)
          // Delayed, because the add-on may still be due: with a full disk its new due date could not be written.
          setTimeout(release, pauseAfterBug, addonId).unref()
        },
      )
    }
    queue.working -= 1
    if (queue.working === 0) wake()
  }

  /** Returns the milliseconds until the next is due, if any is scheduled. */
  const takeUpDue = async (within: number): Promise<number | undefined> => {
    const { store, times } = platform()
    let next: number | undefined
    for (const { id, providerId, dueAt } of await store.addons.listScheduled()) {
      const left = times.until(id, dueAt, maxPause)
      next = Math.min(next ?? left, left)
      if (left > within || known.has(id)) continue
      known.add(id)
      const queue = queues.get(providerId) ?? { waiting: [], working: 0 }
      queues.set(providerId, queue)
      queue.waiting.push(id)
      if (queue.working >= concurrency) continue
      queue.working += 1
      void work(queue)
    }
    return next
  }

  /** No wake while add-ons wait in a queue: each completion would list all of them again. */
  const wake = () => {
    const isBusy = [...queues.values()].some(({ waiting }) => waiting.length > 0)
    if (!isBusy) worker.wake()
  }

  return {
    withLock,
    startWithLock: (addonId, act) =>
      void withLock(addonId, act).catch((error) => {
        if (!(error instanceof Refusal)) onBug(error)
      }),
    wake,
    closing: signal,
    begin: worker.begin,
    async close() {
      await worker.close()
      await Promise.allSettled(acts)
    },
  }
}

const ending = () =>
  new Refusal('unavailable', 'The platform is restarting. Try again in a minute.')
