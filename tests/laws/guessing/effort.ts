import { createHook } from 'node:async_hooks'
import type { Store } from '#platform/model/store.ts'
import type { Platform } from '#platform/platform.ts'

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

/** A store that notes the calls of its methods; what the store makes at its first use is made at its first use here, too. */
const counting = (store: Store, note: (call: string) => void): Store =>
  new Proxy({} as Store, {
    get(_, noun) {
      if (noun === 'transaction') {
        const transaction: Store['transaction'] = (work) =>
          store.transaction((inside) => work(counting(inside, note)))
        return transaction
      }
      const part: unknown = Reflect.get(store, noun)
      if (typeof part !== 'object' || part === null) return part
      return new Proxy(part, {
        get(methods, name) {
          const method: unknown = Reflect.get(methods, name)
          if (typeof method !== 'function') return method
          return (...args: unknown[]) => {
            note(`${String(noun)}.${String(name)}`)
            return method.apply(methods, args)
          }
        },
      })
    },
  })
