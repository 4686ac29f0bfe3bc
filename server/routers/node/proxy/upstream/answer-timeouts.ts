/** A request that waits for an application to begin its response. */
export interface Waiter {
  /** Time of the last activity, by the monotonic clock in milliseconds. */
  since: number
  /** Its neighbours among all that wait, which `AnswerTimeouts` alone reads and writes. */
  previousWaiter: Waiter | undefined
  nextWaiter: Waiter | undefined
  giveUp(): void
}

/**
 * Requests that wait for a response. One timer serves all: a timer for each request would cost more. They form a linked list.
 * A `Set` copies its table as it grows and shrinks, and a former table that has reached the old generation of the heap keeps
 * the requests in it until the next full collection; under load that was most of what the garbage collector had to do.
 */
export class AnswerTimeouts {
  readonly #timeout: number
  #first: Waiter | undefined
  #watch: NodeJS.Timeout | undefined

  constructor(timeout: number) {
    this.#timeout = timeout
  }

  add(waiter: Waiter) {
    const next = this.#first
    waiter.nextWaiter = next
    if (next) next.previousWaiter = waiter
    this.#first = waiter
    this.#watch ??= setInterval(() => this.#look(), Math.min(1000, this.#timeout / 4))
  }

  /** Takes a request out, if it is there. */
  delete(waiter: Waiter) {
    const { previousWaiter: previous, nextWaiter: next } = waiter
    if (previous) previous.nextWaiter = next
    else if (this.#first === waiter) this.#first = next
    else return
    if (next) next.previousWaiter = previous
    waiter.previousWaiter = undefined
    waiter.nextWaiter = undefined
  }

  #look() {
    const oldest = performance.now() - this.#timeout
    const late: Waiter[] = []
    for (let waiter = this.#first; waiter; waiter = waiter.nextWaiter) {
      if (waiter.since <= oldest) late.push(waiter)
    }
    for (const waiter of late) {
      this.delete(waiter)
      waiter.giveUp()
    }
    if (this.#first) return
    clearInterval(this.#watch)
    this.#watch = undefined
  }
}
