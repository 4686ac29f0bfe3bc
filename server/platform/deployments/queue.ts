import { backoff } from '#kit/backoff.ts'
import { type Deployment, isEnded } from '#platform/deployments/deployment.ts'
import { Cancelled, ShuttingDown } from '#platform/deployments/interruption.ts'
import type { Store } from '#platform/store.ts'

type Work = (signal: AbortSignal) => Promise<void>

/** Performs deployments one at a time per application; what waits is in the store, not here. */
export interface Queue {
  /** Begins to work; until then everything waits. */
  begin(): void
  /** Looks in the store for something to do for this application. */
  wake(applicationId: string): void
  /** Does this in the application's turn, before any deployment of it; again and again until it succeeds. */
  first(applicationId: string, work: Work): void
  /** Lets others work in its place: from now on, the work of this turn is only to wait. */
  stepAside(applicationId: string): void
  /** Interrupts the deployment if it is being performed; `false` when it is not. */
  cancel(deploymentId: string, why: string): boolean
  /** Returns once nothing of this application is being performed. */
  idle(applicationId: string): Promise<void>
  /** Interrupts everything, leaving it to be taken up at the next start. */
  close(): Promise<void>
}

interface Lane {
  deploymentId?: string
  isAside: boolean
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
  const firsts = new Map<string, Work>()
  const troubles = new Map<string, { count: number; timer: NodeJS.Timeout }>()
  let phase: 'held' | 'open' | 'closed' = 'held'

  /** Does one thing for an application, so that others get their turn; whether there may be more to do. */
  const work = async (applicationId: string, lane: Lane): Promise<boolean> => {
    const first = firsts.get(applicationId)
    if (first) {
      await first(lane.abort.signal)
      if (firsts.get(applicationId) === first) firsts.delete(applicationId)
      return true
    }
    const next = await nextOf(store, applicationId)
    if (!next) return false
    lane.deploymentId = next.id
    // Asked for again: a cancel that came before did not find it in this lane.
    const deployment = await store.deployments.find(next.id)
    if (!deployment || isEnded(deployment)) return true
    if (deployment.cancelRequested) {
      lane.abort.abort(new Cancelled('The deployment was cancelled.'))
    }
    if (phase === 'open') await perform(deployment, lane.abort.signal)
    return true
  }

  /** What failed for a reason of our own, such as a full disk, is taken up again. */
  const tryLater = (applicationId: string) => {
    const count = troubles.get(applicationId)?.count ?? 0
    const timer = setTimeout(() => wake(applicationId), backoff(count))
    troubles.set(applicationId, { count: count + 1, timer })
  }

  const run = async (applicationId: string, lane: Lane) => {
    try {
      const isMore = await work(applicationId, lane)
      clearTimeout(troubles.get(applicationId)?.timer)
      troubles.delete(applicationId)
      if (isMore) waiting.add(applicationId)
    } catch (error) {
      if (phase === 'closed') return
      onBug(error)
      tryLater(applicationId)
    } finally {
      lanes.delete(applicationId)
      fill()
    }
  }

  const working = () => [...lanes.values()].filter(({ isAside }) => !isAside).length

  const fill = () => {
    for (const applicationId of waiting) {
      if (phase !== 'open' || working() >= atOnce) return
      if (lanes.has(applicationId)) continue
      waiting.delete(applicationId)
      const lane: Lane = { isAside: false, abort: new AbortController(), done: Promise.resolve() }
      lanes.set(applicationId, lane)
      lane.done = run(applicationId, lane)
    }
  }

  const wake = (applicationId: string) => {
    waiting.add(applicationId)
    fill()
  }

  return {
    begin() {
      phase = 'open'
      fill()
    },
    wake,
    first(applicationId, work) {
      firsts.set(applicationId, work)
      wake(applicationId)
    },
    stepAside(applicationId) {
      const lane = lanes.get(applicationId)
      if (lane) lane.isAside = true
      fill()
    },
    cancel(deploymentId, why) {
      const lane = [...lanes.values()].find((candidate) => candidate.deploymentId === deploymentId)
      lane?.abort.abort(new Cancelled(why))
      return lane !== undefined
    },
    async idle(applicationId) {
      for (let lane = lanes.get(applicationId); lane; lane = lanes.get(applicationId)) {
        await lane.done
      }
    },
    async close() {
      phase = 'closed'
      for (const { timer } of troubles.values()) clearTimeout(timer)
      const working = [...lanes.values()]
      for (const { abort } of working) abort.abort(new ShuttingDown())
      await Promise.all(working.map(({ done }) => done))
    },
  }
}

/** The oldest deployment that has not ended: newer pushes have cancelled what they made useless. */
async function nextOf(store: Store, applicationId: string): Promise<Deployment | undefined> {
  const unfinished = await store.deployments.listUnfinished()
  return unfinished
    .filter((deployment) => deployment.applicationId === applicationId)
    .toSorted((a, b) => a.number - b.number)[0]
}
