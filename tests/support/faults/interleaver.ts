import type { ServerParts } from '#tests/support/platform/world.ts'
import { question } from './crash-injector.ts'

/** Seeded random numbers from 0 to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface InterleaverOptions {
  /** Called after each effect with its number. */
  onEffect?: (count: number) => void
  /** Number of event-loop turns by which a call is delayed. */
  delay?: () => number
}

/**
 * Counts the effects of a server and delays its calls at random, so that concurrent actions interleave differently each
 * time. It also records what was built and started.
 */
export class Interleaver {
  effects = 0
  readonly artifacts = new Set<string>()
  readonly instances = new Set<string>()
  readonly #interleaving: InterleaverOptions

  constructor(interleaving: InterleaverOptions) {
    this.#interleaving = interleaving
  }

  readonly wrap = (parts: ServerParts): ServerParts => ({
    ...parts,
    store: this.#watch(parts.store, 'store'),
    engine: this.#watch(parts.engine, 'engine'),
    traffic: this.#watch(parts.traffic, 'traffic'),
    repositories: this.#watch(parts.repositories, 'repositories'),
  })

  #watch<T extends object>(part: T, path: string): T {
    return new Proxy(part, {
      get: (target, key) => {
        const value = Reflect.get(target, key)
        const name = `${path}.${String(key)}`
        if (typeof value === 'object' && value !== null && !Array.isArray(value))
          return this.#watch(value, name)
        // Transactions are exclusive, so nothing interleaves inside of them.
        if (typeof value !== 'function' || key === 'sourceOf' || key === 'transaction') return value
        return (...args: unknown[]) => this.#call(name, args, () => value.apply(target, args))
      },
    })
  }

  async #call(name: string, args: unknown[], act: () => unknown): Promise<unknown> {
    await this.#pause()
    if (name === 'engine.start') this.instances.add((args[0] as { instanceId: string }).instanceId)
    const answer = await act()
    if (name === 'engine.build') this.artifacts.add((answer as { id: string }).id)
    if (!question.test(name)) this.#interleaving.onEffect?.(++this.effects)
    await this.#pause()
    return answer
  }

  async #pause(): Promise<void> {
    const turns = this.#interleaving.delay?.() ?? 0
    for (let index = 0; index < turns; index++)
      await new Promise((resolve) => setImmediate(resolve))
  }
}
