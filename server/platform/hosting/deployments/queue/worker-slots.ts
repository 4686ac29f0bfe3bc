import { type Clock, monotonicClock } from '#kit/concurrency/clock.ts'
import type { ApplicationId, DeploymentId } from '#platform/model/ids.ts'
import { type Candidate, createLaneUse, maxLanesPerAccount, nextCandidate } from './fair-share.ts'
import { describeLaneWait } from './place-in-queue.ts'

/** The work of one application that is under way. */
export interface Lane {
  readonly applicationId: ApplicationId
  readonly accounts: readonly string[]
  readonly abort: AbortController
  /** Absent until it is known, and for work that is no deployment. */
  deploymentId?: DeploymentId
  /** Only waits, and occupies no lane any more. */
  isAside: boolean
  /** Ends the lane time measurement. */
  endUse: () => void
  /** Resolves when the work has ended. */
  done: Promise<void>
}

export interface LaneOptions {
  monotonic?: Clock
  /** Number of lanes. */
  atOnce: number
  /** Lanes per account; default: about half. */
  perAccount?: number | undefined
}

/** Which applications work and which wait: at most one lane per application, shared fairly among accounts. */
export class Lanes {
  readonly #lanes: number
  readonly #maxPerAccount: number
  readonly #use: ReturnType<typeof createLaneUse>
  readonly #busy = new Map<ApplicationId, Lane>()
  readonly #waiting = new Map<ApplicationId, Candidate>()
  readonly #lastServed = new Map<string, number>()
  #counter = 0

  constructor({
    monotonic = monotonicClock,
    atOnce,
    perAccount = maxLanesPerAccount(atOnce),
  }: LaneOptions) {
    this.#lanes = atOnce
    this.#maxPerAccount = perAccount
    this.#use = createLaneUse(monotonic)
  }

  /** Sequence number of an application that begins to wait, or of one that waits already. */
  placeOf(applicationId: ApplicationId): number {
    return this.#waiting.get(applicationId)?.since ?? ++this.#counter
  }

  /** Makes an application wait for a lane; one that has a lane waits for its end. */
  wait(candidate: Candidate): void {
    this.#waiting.set(candidate.applicationId, candidate)
  }

  isWaiting(applicationId: ApplicationId): boolean {
    return this.#waiting.has(applicationId)
  }

  /** Gives the next waiting application a lane, if one is free. */
  take(): Lane | undefined {
    const running = this.#running()
    if (running.length >= this.#lanes) return undefined
    const next = nextCandidate(this.#candidates(), {
      lanes: this.#lanes,
      maxPerAccount: this.#maxPerAccount,
      running,
      recentUse: this.#use.of,
      lastServed: this.#lastServed,
    })
    if (!next) return undefined
    const { applicationId, accounts } = next
    this.#waiting.delete(applicationId)
    for (const account of accounts) this.#lastServed.set(account, ++this.#counter)
    const lane: Lane = {
      applicationId,
      accounts,
      abort: new AbortController(),
      isAside: false,
      endUse: this.#use.begin(accounts),
      done: Promise.resolve(),
    }
    this.#busy.set(applicationId, lane)
    return lane
  }

  /** The work has ended. */
  release({ applicationId, endUse }: Lane): void {
    endUse()
    this.#busy.delete(applicationId)
    if (this.#busy.size === 0 && this.#waiting.size === 0) this.#lastServed.clear()
  }

  /** The work goes on without occupying a lane. */
  stepAside(lane: Lane): void {
    lane.isAside = true
    lane.endUse()
  }

  of(applicationId: ApplicationId): Lane | undefined {
    return this.#busy.get(applicationId)
  }

  ofDeployment(deploymentId: DeploymentId): Lane | undefined {
    return this.all().find((lane) => lane.deploymentId === deploymentId)
  }

  all(): Lane[] {
    return [...this.#busy.values()]
  }

  /** Message to the owner of an application that waits for a lane; `undefined` when no lane is busy. */
  describeWait(applicationId: ApplicationId): string | undefined {
    return describeLaneWait({
      applicationId,
      accounts: this.#waiting.get(applicationId)?.accounts ?? [],
      candidates: this.#candidates(),
      running: this.#running(),
      maxPerAccount: this.#maxPerAccount,
      recentUse: this.#use.of,
      lastServed: this.#lastServed,
    })
  }

  /** Waiting applications that have no lane yet. */
  #candidates(): Candidate[] {
    return [...this.#waiting.values()].filter(({ applicationId }) => !this.#busy.has(applicationId))
  }

  /** Accounts of each occupied lane. */
  #running(): (readonly string[])[] {
    return this.all()
      .filter(({ isAside }) => !isAside)
      .map(({ accounts }) => accounts)
  }
}
