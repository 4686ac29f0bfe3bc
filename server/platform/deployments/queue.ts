import type { Deployment } from '#platform/deployments/deployment.ts'
import { Cancelled, ShuttingDown } from '#platform/deployments/interruption.ts'
import type { Store } from '#platform/store.ts'

/** Performs deployments one at a time per application; what waits is in the store, not here. */
export interface Queue {
  /** Looks in the store for something to do for this application. */
  wake(applicationId: string): void
  /** Does this in the application's turn, before any deployment of it. */
  first(applicationId: string, work: (signal: AbortSignal) => Promise<void>): void
  /** Interrupts the deployment if it is being performed; `false` when it is not. */
  cancel(deploymentId: string, why: string): boolean
  /** Returns once nothing of this application is being performed. */
  idle(applicationId: string): Promise<void>
  /** Interrupts everything, leaving it to be taken up at the next start. */
  close(): Promise<void>
}

interface Lane {
  deploymentId?: string
  abort: AbortController
  done: Promise<void>
}

export interface QueueOptions {
  store: Store
  /** How many lanes work at the same time. */
  atOnce: number
  perform: (deployment: Deployment, signal: AbortSignal) => Promise<void>
  /** Told of what `perform` let escape: a bug. */
  onBug: (error: unknown) => void
}

export function createQueue({ store, atOnce, perform, onBug }: QueueOptions): Queue {
  const lanes = new Map<string, Lane>()
  const waiting = new Set<string>()
  const firsts = new Map<string, (signal: AbortSignal) => Promise<void>>()
  let isClosed = false

  /** Works through everything queued for one application. */
  const work = async (applicationId: string, lane: Lane) => {
    for (;;) {
      const first = firsts.get(applicationId)
      if (first && firsts.delete(applicationId)) await first(lane.abort.signal).catch(onBug)
      const next = await nextOf(store, applicationId)
      if (!next || isClosed) return
      lane.deploymentId = next.id
      lane.abort = new AbortController()
      if (next.cancelRequested) lane.abort.abort(new Cancelled('The deployment was cancelled.'))
      await perform(next, lane.abort.signal)
    }
  }

  const fill = () => {
    for (const applicationId of waiting) {
      if (isClosed || lanes.size >= atOnce) return
      if (lanes.has(applicationId)) continue
      waiting.delete(applicationId)
      const lane: Lane = { abort: new AbortController(), done: Promise.resolve() }
      lanes.set(applicationId, lane)
      lane.done = work(applicationId, lane)
        .catch(onBug)
        .finally(() => {
          lanes.delete(applicationId)
          fill()
        })
    }
  }

  return {
    wake(applicationId) {
      waiting.add(applicationId)
      fill()
    },
    first(applicationId, work) {
      firsts.set(applicationId, work)
      this.wake(applicationId)
    },
    cancel(deploymentId, why) {
      const lane = [...lanes.values()].find((candidate) => candidate.deploymentId === deploymentId)
      lane?.abort.abort(new Cancelled(why))
      return lane !== undefined
    },
    async idle(applicationId) {
      await lanes.get(applicationId)?.done
    },
    async close() {
      isClosed = true
      const working = [...lanes.values()]
      for (const { abort } of working) abort.abort(new ShuttingDown())
      await Promise.all(working.map(({ done }) => done))
    },
  }
}

/** The oldest deployment that has not ended: newer pushes have cancelled what they made useless. */
async function nextOf(store: Store, applicationId: string): Promise<Deployment | undefined> {
  const unfinished = await store.deployments.listUnfinished()
  return unfinished.find((deployment) => deployment.applicationId === applicationId)
}
