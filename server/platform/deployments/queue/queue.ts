import { createBackground } from '#kit/concurrency/background.ts'
import { backoff } from '#kit/concurrency/backoff.ts'
import type { Clock } from '#kit/concurrency/clock.ts'
import { type Deployment, isEnded } from '#platform/deployments/deployment.ts'
import type { ApplicationId, DeploymentId } from '#platform/ids.ts'
import type { Store } from '#platform/store.ts'
import { type Candidate, createLaneUse, maxLanesPerAccount, nextCandidate } from './fair-share.ts'
import { CancelledError, ShuttingDownError } from './interruption.ts'
import { describeLaneWait } from './place-in-queue.ts'
import { accountsOf, newestQueued, nextOf } from './unfinished-deployments.ts'

type Work = (signal: AbortSignal) => Promise<void>

/**
 * Runs deployments one at a time per application, with lanes shared fairly among accounts. Queued deployments are in
 * the store, not in memory.
 */
export interface Queue {
  /** Starts the queue; until then everything waits. */
  begin(): void
  /** Looks in the store for work of this application. */
  wake(applicationId: ApplicationId): void
  /** Runs this under the application's turn before any deployment; retried until it succeeds. */
  first(applicationId: ApplicationId, work: Work): void
  /** Releases the lane of the application's current work, which from now on only waits. */
  stepAside(applicationId: ApplicationId): void
  /** Interrupts the deployment if it is running; `false` when it is not. */
  cancel(deploymentId: DeploymentId, why: string): boolean
  /** Interrupts all work of the application, including a deployment that is already live. */
  interrupt(applicationId: ApplicationId, why: string): void
  /** Resolves once no work of this application is running. */
  idle(applicationId: ApplicationId): Promise<void>
  /** Interrupts everything; resumed at the next start. */
  close(): Promise<void>
}

interface Lane {
  deploymentId?: DeploymentId
  accounts: readonly string[]
  isAside: boolean
  /** Ends the lane time measurement. */
  endUse: () => void
  abort: AbortController
  done: Promise<void>
}

export interface QueueOptions {
  store: Store
  clock: Clock
  /** Number of lanes. */
  atOnce: number
  /** Lanes per account; default: about half. */
  perAccount?: number | undefined
  runDeployment: (deployment: Deployment, signal: AbortSignal) => Promise<void>
  /** Called with what a deployment waits for. */
  onWait?: (deployment: Deployment, sentence: string) => void
  /** Called with errors thrown by `runDeployment`: bugs. */
  onBug: (error: unknown) => void
}

export function createQueue(options: QueueOptions): Queue {
  const {
    store,
    clock,
    atOnce,
    perAccount = maxLanesPerAccount(atOnce),
    runDeployment,
    onBug,
  } = options
  const { onWait = () => {} } = options
  const laneUse = createLaneUse(clock)
  const lanes = new Map<string, Lane>()
  const waiting = new Map<string, Candidate>()
  /** Applications whose accounts are being looked up before they are queued. */
  const arriving = new Map<string, Promise<void>>()
  const lastServed = new Map<string, number>()
  let counter = 0
  const firsts = new Map<string, Work>()
  const troubles = new Map<string, { count: number; timer: NodeJS.Timeout }>()
  /** Arrivals, and telling what somebody waits for: both read the store. */
  const background = createBackground(onBug)
  let phase: 'held' | 'open' | 'closed' = 'held'

  /** Does one unit of work of an application, then yields to others; returns whether there may be more. */
  const work = async (applicationId: ApplicationId, lane: Lane): Promise<boolean> => {
    const first = firsts.get(applicationId)
    if (first) {
      await first(lane.abort.signal).catch((error: unknown) => {
        // Cancelled work needs no retry.
        if (!(lane.abort.signal.reason instanceof CancelledError)) throw error
      })
      if (firsts.get(applicationId) === first) firsts.delete(applicationId)
      return true
    }
    const next = await nextOf(store, applicationId)
    if (!next) return false
    lane.deploymentId = next.id
    // Re-read: a cancel before this point did not find the deployment in this lane.
    const deployment = await store.deployments.find(next.id)
    if (!deployment || isEnded(deployment)) return true
    if (deployment.cancelRequested) {
      lane.abort.abort(new CancelledError('The deployment was cancelled.'))
    }
    if (phase === 'open') await runDeployment(deployment, lane.abort.signal)
    return true
  }

  /** Retries work that failed internally, for example because of a full disk. */
  const tryLater = (applicationId: ApplicationId) => {
    const count = troubles.get(applicationId)?.count ?? 0
    const timer = setTimeout(() => wake(applicationId), backoff(count))
    troubles.set(applicationId, { count: count + 1, timer })
  }

  const run = async (applicationId: ApplicationId, lane: Lane) => {
    try {
      const isMore = await work(applicationId, lane)
      clearTimeout(troubles.get(applicationId)?.timer)
      troubles.delete(applicationId)
      if (isMore) wake(applicationId)
    } catch (error) {
      if (phase === 'closed') return
      onBug(error)
      tryLater(applicationId)
    } finally {
      lane.endUse()
      lanes.delete(applicationId)
      fill()
    }
  }

  const atWork = () =>
    [...lanes.values()].filter(({ isAside }) => !isAside).map(({ accounts }) => accounts)

  const fill = () => {
    while (phase === 'open') {
      const free = [...waiting.values()].filter(({ applicationId }) => !lanes.has(applicationId))
      const next = nextCandidate(free, {
        lanes: atOnce,
        maxPerAccount: perAccount,
        running: atWork(),
        recentUse: laneUse.of,
        lastServed,
      })
      if (!next) break
      const { applicationId, accounts } = next
      waiting.delete(applicationId)
      for (const account of accounts) lastServed.set(account, ++counter)
      const lane: Lane = {
        accounts,
        isAside: false,
        endUse: laneUse.begin(accounts),
        abort: new AbortController(),
        done: Promise.resolve(),
      }
      lanes.set(applicationId, lane)
      lane.done = run(applicationId, lane)
    }
    if (waiting.size === 0 && lanes.size === 0) lastServed.clear()
  }

  const describeWait = async (
    applicationId: ApplicationId,
    { accounts }: Candidate,
  ): Promise<string | undefined> => {
    const own = lanes.get(applicationId)
    if (own) {
      const running = own.deploymentId && (await store.deployments.find(own.deploymentId))
      return running ? `Waiting for deployment ${running.number} to end.` : undefined
    }
    return describeLaneWait({
      applicationId,
      accounts,
      candidates: [...waiting.values()].filter((each) => !lanes.has(each.applicationId)),
      running: atWork(),
      maxPerAccount: perAccount,
      recentUse: laneUse.of,
      lastServed,
    })
  }

  /** Logs once what the newest deployment of an application waits for. */
  const tellWait = async (applicationId: ApplicationId) => {
    const candidate = waiting.get(applicationId)
    if (!candidate || phase !== 'open') return
    const sentence = await describeWait(applicationId, candidate)
    const newest = await newestQueued(store, applicationId)
    if (!sentence || !newest || newest.id === lanes.get(applicationId)?.deploymentId) return
    onWait(newest, sentence)
  }

  const arrive = async (applicationId: ApplicationId) => {
    const since = waiting.get(applicationId)?.since ?? ++counter
    // No account when the application is being deleted or the store fails.
    const accounts = await accountsOf(store, applicationId).catch(() => [])
    waiting.set(applicationId, { applicationId, accounts, since })
  }

  const wake = (applicationId: ApplicationId) => {
    if (phase === 'closed') return
    const arrival = arrive(applicationId).then(() => {
      if (arriving.get(applicationId) === arrival) arriving.delete(applicationId)
      fill()
      background.run(tellWait(applicationId))
    })
    arriving.set(applicationId, arrival)
    background.run(arrival)
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
      if (lane) {
        lane.isAside = true
        lane.endUse()
      }
      fill()
    },
    cancel(deploymentId, why) {
      const lane = [...lanes.values()].find((candidate) => candidate.deploymentId === deploymentId)
      lane?.abort.abort(new CancelledError(why))
      return lane !== undefined
    },
    interrupt(applicationId, why) {
      lanes.get(applicationId)?.abort.abort(new CancelledError(why))
    },
    async idle(applicationId) {
      for (;;) {
        const busy = arriving.get(applicationId) ?? lanes.get(applicationId)?.done
        if (!busy) return
        await busy
      }
    },
    async close() {
      phase = 'closed'
      for (const { timer } of troubles.values()) clearTimeout(timer)
      const working = [...lanes.values()]
      for (const { abort } of working) abort.abort(new ShuttingDownError())
      await Promise.all(working.map(({ done }) => done))
      await background.drain()
    },
  }
}
