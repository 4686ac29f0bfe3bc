import { setImmediate } from 'node:timers/promises'
import { createBackground } from '#kit/concurrency/background.ts'
import { backoff } from '#kit/concurrency/backoff.ts'
import { type Deployment, isEnded } from '#platform/model/hosting/deployments/deployment.ts'
import type { Queue, Work } from '#platform/model/hosting/deployments/queue.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'
import { isStoreUnavailable } from '#platform/model/store-unavailable.ts'
import { CancelledError, ShuttingDownError, TakenOverError } from './interruption.ts'
import { accountsOf, newestQueued, nextOf } from './unfinished-deployments.ts'
import { type WorkerSlot, type WorkerSlotOptions, WorkerSlots } from './worker-slots.ts'

/** Applications woken between two turns of the event loop, after a start. */
const heldBatch = 5

/** A database that is away comes back soon, and asking it again costs little. */
const outageBackoff = { first: 250, max: 4000 }

/** Another server works for this application. */
const claimBackoff = { first: 1000, max: 4000 }

export interface QueueOptions extends WorkerSlotOptions {
  store: Store
  runDeployment: (deployment: Deployment, signal: AbortSignal) => Promise<void>
  /** Whether this server works for the application; always when absent. */
  isLocal?: (applicationId: ApplicationId) => Promise<boolean>
  /** Called with what a deployment waits for. */
  onWait?: (deployment: Deployment, sentence: string) => void
  /** Called with errors thrown by `runDeployment`: bugs. */
  onBug: (error: unknown) => void
}

export function createQueue(options: QueueOptions): Queue {
  const { store, runDeployment, onBug, onWait = () => {}, isLocal = async () => true } = options
  const slots = new WorkerSlots(options)
  /** Applications whose accounts are being looked up before they wait for a slot. */
  const arriving = new Map<ApplicationId, Promise<void>>()
  const firsts = new Map<ApplicationId, { work: Work; isUrgent: boolean }>()
  const retries = new Map<ApplicationId, { count: number; timer: NodeJS.Timeout }>()
  /** Arrivals, and telling what somebody waits for: both read the store. */
  const background = createBackground(onBug)
  let phase: 'held' | 'open' | 'closed' = 'held'

  /** Applications that were woken before the queue began. */
  const held = new Set<ApplicationId>()

  const wake = (applicationId: ApplicationId) => {
    if (phase === 'held') held.add(applicationId)
    if (phase === 'open') background.run(enter(applicationId))
  }

  const enter = (applicationId: ApplicationId): Promise<void> => {
    const arrival = arrive(applicationId).then(() => {
      if (arriving.get(applicationId) === arrival) arriving.delete(applicationId)
      fill()
      background.run(tellWait(applicationId))
    })
    arriving.set(applicationId, arrival)
    return arrival
  }

  /**
   * In batches, because each reads the store, and the first API calls are answered meanwhile: with all at once, those
   * would wait behind a thousand others for a connection to the database.
   */
  const wakeHeld = async () => {
    const waiting = [...held]
    held.clear()
    for (let from = 0; from < waiting.length && phase === 'open'; from += heldBatch) {
      await Promise.all(waiting.slice(from, from + heldBatch).map(enter))
      await setImmediate()
    }
  }

  const arrive = async (applicationId: ApplicationId) => {
    const since = slots.placeOf(applicationId)
    // No account when the application is being deleted or the store fails.
    const accounts = await accountsOf(store, applicationId).catch(() => [])
    slots.wait({ applicationId, accounts, since })
  }

  const fill = () => {
    while (phase === 'open') {
      const slot = slots.take((id) => firsts.get(id)?.isUrgent ?? false)
      if (!slot) return
      slot.done = run(slot)
    }
  }

  /** Does one unit of work of an application, then yields to others. */
  const run = async (slot: WorkerSlot) => {
    const { applicationId } = slot
    try {
      // Its server looks in the store.
      if (!(await isLocal(applicationId))) return void firsts.delete(applicationId)
      const done = await store.claims.during(applicationId, async () => {
        // Once more under the claim, without which nobody takes an application over.
        if (!(await isLocal(applicationId))) return false
        return (await runFirst(slot)) || (await runNext(slot))
      })
      if (!done) return retryLater(applicationId, claimBackoff)
      const isMore = done.result
      clearTimeout(retries.get(applicationId)?.timer)
      retries.delete(applicationId)
      if (isMore) wake(applicationId)
    } catch (error) {
      if (phase === 'closed') return
      onBug(error)
      retryLater(applicationId, isStoreUnavailable(error) ? outageBackoff : {})
    } finally {
      slots.release(slot)
      fill()
    }
  }

  /** Does what comes before any deployment; `false` when there is nothing. */
  const runFirst = async ({ applicationId, abort: { signal } }: WorkerSlot): Promise<boolean> => {
    const first = firsts.get(applicationId)
    if (!first) return false
    await first.work(signal).catch((error: unknown) => {
      // Cancelled work needs no retry.
      if (!(signal.reason instanceof CancelledError)) throw error
    })
    if (firsts.get(applicationId) === first) firsts.delete(applicationId)
    return true
  }

  /** Runs the oldest unfinished deployment; `false` when there is none. */
  const runNext = async (slot: WorkerSlot): Promise<boolean> => {
    const next = await nextOf(store, slot.applicationId)
    if (!next) return false
    slot.deploymentId = next.id
    // Re-read: a cancel before this point did not find the deployment in this slot.
    const deployment = await store.deployments.find(next.id)
    if (!deployment || isEnded(deployment)) return true
    if (deployment.cancelRequested) {
      slot.abort.abort(new CancelledError('The deployment was cancelled.'))
    }
    if (phase === 'open') await runDeployment(deployment, slot.abort.signal)
    return true
  }

  /** Retries work that failed internally, for example because of a full disk. */
  const retryLater = (applicationId: ApplicationId, pauses: Parameters<typeof backoff>[1]) => {
    const count = retries.get(applicationId)?.count ?? 0
    const timer = setTimeout(() => wake(applicationId), backoff(count, pauses))
    retries.set(applicationId, { count: count + 1, timer })
  }

  /** Logs once what the newest deployment of an application waits for. */
  const tellWait = async (applicationId: ApplicationId) => {
    if (!slots.isWaiting(applicationId) || phase !== 'open') return
    if (!(await isLocal(applicationId))) return
    const newest = await newestQueued(store, applicationId)
    if (!newest || newest.id === slots.of(applicationId)?.deploymentId) return
    const sentence = await describeWait(applicationId)
    if (sentence) onWait(newest, sentence)
  }

  const describeWait = async (applicationId: ApplicationId): Promise<string | undefined> => {
    const own = slots.of(applicationId)
    if (!own) return slots.describeWait(applicationId)
    const running = own.deploymentId && (await store.deployments.find(own.deploymentId))
    return running ? `Waiting for deployment ${running.number} to end.` : undefined
  }

  return {
    begin() {
      phase = 'open'
      background.run(wakeHeld())
    },
    wake,
    notice(applicationId) {
      const isKnown = slots.isWaiting(applicationId) || arriving.has(applicationId)
      if (!isKnown && !slots.of(applicationId)) wake(applicationId)
    },
    first(applicationId, work, { isUrgent = false } = {}) {
      firsts.set(applicationId, { work, isUrgent })
      wake(applicationId)
    },
    isBusy: (applicationId) =>
      slots.of(applicationId) !== undefined ||
      slots.isWaiting(applicationId) ||
      [arriving, firsts, retries].some((each) => each.has(applicationId)),
    releaseSlot(applicationId) {
      const slot = slots.of(applicationId)
      if (slot) slots.releaseSlot(slot)
      fill()
    },
    isRunning: (deploymentId) => slots.ofDeployment(deploymentId) !== undefined,
    cancel(deploymentId, why) {
      const slot = slots.ofDeployment(deploymentId)
      slot?.abort.abort(new CancelledError(why))
      return slot !== undefined
    },
    interrupt(applicationId, why) {
      slots.of(applicationId)?.abort.abort(new CancelledError(why))
    },
    abandon(applicationId) {
      firsts.delete(applicationId)
      slots.of(applicationId)?.abort.abort(new TakenOverError())
    },
    async idle(applicationId) {
      for (;;) {
        const busy = arriving.get(applicationId) ?? slots.of(applicationId)?.done
        if (!busy) return
        await busy
      }
    },
    async close() {
      phase = 'closed'
      for (const { timer } of retries.values()) clearTimeout(timer)
      const working = slots.all()
      for (const { abort } of working) abort.abort(new ShuttingDownError())
      await Promise.all(working.map(({ done }) => done))
      await background.drain()
    },
  }
}
