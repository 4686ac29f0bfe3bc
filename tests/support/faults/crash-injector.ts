import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerParts } from '#tests/support/platform/world.ts'

/**
 * Methods without an effect: a crash before one equals a crash after it. Claims of the only server are none either; the work that they run
 * has effects of its own.
 */
export const question =
  /^(store\.claims\.|store\.\w+\.(find|list|of|steps|nextDue|addonsOf|applicationsOf)|engine\.(holds|isRunning|listening)|repositories\.(has|headOf))/

/** Methods that call the server back for what they carry out; what it then asks for belongs to the effect. */
const callsBack = new Set(['traffic.setCertificates'])

/**
 * Crashes a server just after its n-th effect: from then on none of its calls is carried out or answered until `bury`.
 * With `n` 0 no call is carried out at all.
 */
export class CrashInjector {
  /** Number of effects so far. */
  effects = 0
  /** Effect after which it crashed, e.g. `store.deployments.enter`. */
  fellAt: string | undefined
  /** Resolves when it has crashed. */
  readonly fallen: Promise<void>
  readonly #fall: () => void
  readonly #after: number
  readonly #isOrderly: boolean
  readonly #pending = new Set<(error: Error) => void>()
  readonly #calledBack = new AsyncLocalStorage<true>()
  #isFalling = false
  #isBuried = false

  /** With `isOrderly`, calls go on, so that the test can stop the server at just this moment. */
  constructor(after: number, { isOrderly = false } = {}) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.fallen = promise
    this.#fall = resolve
    this.#after = after
    this.#isOrderly = isOrderly
    if (after === 0) this.#falls('the beginning')
  }

  readonly wrap = (parts: ServerParts): ServerParts => ({
    store: this.#guard(parts.store, 'store'),
    engine: this.#guard(parts.engine, 'engine'),
    traffic: this.#guard(parts.traffic, 'traffic'),
    repositories: this.#guard(parts.repositories, 'repositories'),
    providerClient: this.#guard(parts.providerClient, 'providerClient'),
    logs: parts.logs,
  })

  /** Rejects the pending calls of the dead server, so that it can end without further effects. */
  bury() {
    this.#isBuried = true
    for (const reject of this.#pending) reject(new Error('the server is dead'))
  }

  #guard<T extends object>(part: T, name: string): T {
    return new Proxy(part, {
      get: (target, key) => {
        const value = Reflect.get(target, key)
        const path = `${name}.${String(key)}`
        if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
          return this.#guard(value, path)
        }
        if (typeof value !== 'function' || ['sourceOf', 'objectionTo'].includes(String(key)))
          return value
        return (...args: unknown[]) => this.#perform(path, () => value.apply(target, args))
      },
    })
  }

  async #perform(path: string, effect: () => unknown): Promise<unknown> {
    if (this.#calledBack.getStore()) return effect()
    if (this.#isFalling && !this.#isOrderly) return this.#silence()
    const isLast = !question.test(path) && ++this.effects === this.#after
    if (isLast) this.#isFalling = true
    const answer = await (callsBack.has(path) ? this.#calledBack.run(true, effect) : effect())
    if (isLast) this.#falls(path)
    return this.#isFalling && !this.#isOrderly ? this.#silence() : answer
  }

  #falls(path: string) {
    this.#isFalling = true
    this.fellAt = path
    this.#fall()
  }

  #silence(): Promise<never> {
    if (this.#isBuried) return Promise.reject(new Error('the server is dead'))
    return new Promise((_, reject) => this.#pending.add(reject))
  }
}
