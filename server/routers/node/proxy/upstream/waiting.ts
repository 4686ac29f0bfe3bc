/** Something that waits for an application to begin its answer. */
export interface Waiter {
  /** When there was last a sign of life, in milliseconds since the epoch. */
  since: number
  giveUp(): void
}

/** Everyone who waits for an answer. One timer looks after all: a timer for each request would cost more. */
export class AnswerTimeouts {
  readonly #waiters = new Set<Waiter>()
  readonly #timeout: number
  #watch: NodeJS.Timeout | undefined

  constructor(timeout: number) {
    this.#timeout = timeout
  }

  add(waiter: Waiter) {
    this.#waiters.add(waiter)
    this.#watch ??= setInterval(() => this.#look(), Math.min(1000, this.#timeout / 4))
  }

  delete(waiter: Waiter) {
    this.#waiters.delete(waiter)
  }

  #look() {
    const oldest = Date.now() - this.#timeout
    for (const waiter of this.#waiters) {
      if (waiter.since > oldest) continue
      this.#waiters.delete(waiter)
      waiter.giveUp()
    }
    if (this.#waiters.size > 0) return
    clearInterval(this.#watch)
    this.#watch = undefined
  }
}
