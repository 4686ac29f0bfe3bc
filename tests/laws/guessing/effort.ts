import { createHook } from 'node:async_hooks'
import type { Platform } from '#platform/platform.ts'
import type { Store } from '#platform/store.ts'

/** Work that timing could reveal: password hashes and store queries. */
export interface Effort {
  hashes: number
  calls: string[]
}

/** Counts the platform's work from now on; `take` returns the counts and resets them. */
export function watchEffort(platform: Platform): { take(): Effort; stop(): void } {
  let effort: Effort = { hashes: 0, calls: [] }
  const hook = createHook({
    init: (_, type) => {
      if (type === 'ARGON2REQUEST') effort.hashes += 1
    },
  }).enable()
  const { store } = platform
  platform.store = counting(store, (call) => effort.calls.push(call))
  return {
    take() {
      const taken = effort
      effort = { hashes: 0, calls: [] }
      return taken
    },
    stop() {
      hook.disable()
      platform.store = store
    },
  }
}

type Methods = Record<string, (...args: unknown[]) => unknown>

function counting(store: Store, note: (call: string) => void): Store {
  const nouns = Object.entries(store).map(([noun, part]: [string, unknown]) => {
    if (noun === 'transaction') {
      const work: Store['transaction'] = (inner) =>
        store.transaction((inside) => inner(counting(inside, note)))
      return [noun, work]
    }
    if (typeof part !== 'object') return [noun, part]
    const methods = Object.entries(part as Methods).map(([name, method]) => [
      name,
      (...args: unknown[]) => {
        note(`${noun}.${name}`)
        return method(...args)
      },
    ])
    return [noun, Object.fromEntries(methods)]
  })
  return Object.fromEntries(nouns) as Store
}
