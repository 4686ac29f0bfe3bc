import { StoreUnavailableError } from '#platform/model/store-unavailable.ts'
import type { ServerParts } from '#tests/support/platform/world.ts'

export interface OutageOptions {
  /** The call at which the outage begins, from 1. */
  at: number
  /** Whether that call is done and only its answer is lost. */
  isDone: boolean
  /** In milliseconds. */
  length: number
}

/** Makes the store of a server unavailable from one of its calls on, for a while. */
export class StoreOutage {
  calls = 0
  #until = 0
  readonly #options: OutageOptions
  #isArmed = false

  constructor(options: OutageOptions) {
    this.#options = options
  }

  /** Calls are counted from now on. */
  arm(): void {
    this.#isArmed = true
  }

  get hasHappened(): boolean {
    return this.#until > 0
  }

  readonly wrap = (parts: ServerParts): ServerParts => ({
    ...parts,
    store: this.#guard(parts.store),
  })

  #guard<T extends object>(part: T): T {
    return new Proxy(part, {
      get: (target, key) => {
        const value = Reflect.get(target, key)
        if (typeof value === 'object' && value !== null) return this.#guard(value)
        if (typeof value !== 'function' || key === 'watch' || key === 'close') return value
        return (...args: unknown[]) => this.#call(() => value.apply(target, args))
      },
    })
  }

  async #call(act: () => unknown): Promise<unknown> {
    const { at, isDone, length } = this.#options
    if (!this.#isArmed) return act()
    this.calls += 1
    const isFirst = this.calls === at
    if (isFirst) this.#until = Date.now() + length
    if (isFirst && isDone) await act()
    if (isFirst || Date.now() < this.#until) throw new StoreUnavailableError('the network is cut')
    return act()
  }
}
