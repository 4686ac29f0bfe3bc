import { type Clock, monotonicClock } from '#kit/concurrency/clock.ts'
import type { ApplicationId, DeploymentId } from '#platform/model/ids.ts'
import { type Candidate, createSlotUse, maxSlotsPerAccount, nextCandidate } from './fair-share.ts'
import { describeSlotWait } from './place-in-queue.ts'

/** The work of one application that is under way. */
export interface WorkerSlot {
  readonly applicationId: ApplicationId
  readonly accounts: readonly string[]
  readonly abort: AbortController
  /** Absent until it is known, and for work that is no deployment. */
  deploymentId?: DeploymentId
  /** Only waits, and occupies no slot any more. */
  isReleased: boolean
  /** Was given beyond the number of slots. */
  isUrgent: boolean
  /** Ends the slot time measurement. */
  endUse: () => void
  /** Resolves when the work has ended. */
  done: Promise<void>
}

export interface WorkerSlotOptions {
  monotonic?: Clock
  /** Number of slots. */
  concurrency: number
  /** WorkerSlots per account; default: about half. */
  perAccount?: number | undefined
}

/** Which applications work and which wait: at most one slot per application, shared fairly among accounts. */
export class WorkerSlots {
  readonly #concurrency: number
  readonly #maxPerAccount: number
  readonly #use: ReturnType<typeof createSlotUse>
  readonly #busy = new Map<ApplicationId, WorkerSlot>()
  readonly #waiting = new Map<ApplicationId, Candidate>()
  readonly #lastServed = new Map<string, number>()
  #counter = 0

  constructor({
    monotonic = monotonicClock,
    concurrency,
    perAccount = maxSlotsPerAccount(concurrency),
  }: WorkerSlotOptions) {
    this.#concurrency = concurrency
    this.#maxPerAccount = perAccount
    this.#use = createSlotUse(monotonic)
  }

  /** Sequence number of an application that begins to wait, or of one that waits already. */
  placeOf(applicationId: ApplicationId): number {
    return this.#waiting.get(applicationId)?.since ?? ++this.#counter
  }

  /** Makes an application wait for a slot; one that has a slot waits for its end. */
  wait(candidate: Candidate): void {
    this.#waiting.set(candidate.applicationId, candidate)
  }

  isWaiting(applicationId: ApplicationId): boolean {
    return this.#waiting.has(applicationId)
  }

  /** Gives the next waiting application a slot, if one is free; urgent work has as many of its own. */
  take(isUrgent: (applicationId: ApplicationId) => boolean = () => false): WorkerSlot | undefined {
    const busyUrgently = this.all().filter((slot) => slot.isUrgent).length
    const urgent =
      busyUrgently < this.#concurrency
        ? this.#candidates().find(({ applicationId }) => isUrgent(applicationId))
        : undefined
    return urgent ? this.#occupy(urgent, true) : this.#takeFairly()
  }

  #takeFairly(): WorkerSlot | undefined {
    const running = this.#running()
    if (running.length >= this.#concurrency) return undefined
    const next = nextCandidate(this.#candidates(), {
      slots: this.#concurrency,
      maxPerAccount: this.#maxPerAccount,
      running,
      recentUse: this.#use.of,
      lastServed: this.#lastServed,
    })
    if (!next) return undefined
    for (const account of next.accounts) this.#lastServed.set(account, ++this.#counter)
    return this.#occupy(next, false)
  }

  #occupy({ applicationId, accounts }: Candidate, isUrgent: boolean): WorkerSlot {
    this.#waiting.delete(applicationId)
    const slot: WorkerSlot = {
      applicationId,
      accounts,
      abort: new AbortController(),
      isReleased: isUrgent,
      isUrgent,
      endUse: this.#use.begin(accounts),
      done: Promise.resolve(),
    }
    this.#busy.set(applicationId, slot)
    return slot
  }

  /** The work has ended. */
  release({ applicationId, endUse }: WorkerSlot): void {
    endUse()
    this.#busy.delete(applicationId)
    if (this.#busy.size === 0 && this.#waiting.size === 0) this.#lastServed.clear()
  }

  /** The work goes on without occupying a slot. */
  releaseSlot(slot: WorkerSlot): void {
    slot.isReleased = true
    slot.endUse()
  }

  of(applicationId: ApplicationId): WorkerSlot | undefined {
    return this.#busy.get(applicationId)
  }

  ofDeployment(deploymentId: DeploymentId): WorkerSlot | undefined {
    return this.all().find((slot) => slot.deploymentId === deploymentId)
  }

  all(): WorkerSlot[] {
    return [...this.#busy.values()]
  }

  /** Message to the owner of an application that waits for a slot; `undefined` when no slot is busy. */
  describeWait(applicationId: ApplicationId): string | undefined {
    return describeSlotWait({
      applicationId,
      accounts: this.#waiting.get(applicationId)?.accounts ?? [],
      candidates: this.#candidates(),
      running: this.#running(),
      maxPerAccount: this.#maxPerAccount,
      recentUse: this.#use.of,
      lastServed: this.#lastServed,
    })
  }

  /** Waiting applications that have no slot yet. */
  #candidates(): Candidate[] {
    return [...this.#waiting.values()].filter(({ applicationId }) => !this.#busy.has(applicationId))
  }

  /** Accounts of each occupied slot. */
  #running(): (readonly string[])[] {
    return this.all()
      .filter(({ isReleased }) => !isReleased)
      .map(({ accounts }) => accounts)
  }
}
