import { createRateLimit } from '#kit/concurrency/rate-limit.ts'

/** What an attempt is counted by, from the widest. */
export interface AttemptKeys {
  /** An IPv6 /48, or the address. */
  site: string
  address: string
  /** Account and address. */
  both: string
  account: string
}

export interface CountedAttempt {
  attempt: string
  /** Milliseconds from the first attempt of a key to its next count. */
  window: number
  keys: AttemptKeys
  most: Record<keyof AttemptKeys, number>
}

/** Counts of attempts, kept by this process or by all servers together. */
export interface AttemptCounts {
  /**
   * Counts by one key after the other; `false`, without counting by the next, once one has too many. A recognised pair is
   * not counted by its account.
   */
  add(counted: CountedAttempt): Promise<boolean> | boolean
  forgive(attempt: string, keys: AttemptKeys): Promise<void> | undefined
  recognise(both: string): Promise<void> | undefined
}

const maxRecognised = 10_000

/** Counts of this process. */
export function memoryAttemptCounts(now: () => number): AttemptCounts {
  const counters = new Map<string, ReturnType<typeof countersOf>>()
  const recognised = new Set<string>()
  const known = ({ attempt, window, most }: Omit<CountedAttempt, 'keys'>) => {
    const counter = counters.get(attempt) ?? countersOf(most, window, now)
    counters.set(attempt, counter)
    return counter
  }
  return {
    add({ keys, ...counted }) {
      const { site, address, both, account } = known(counted)
      return (
        site.allow(keys.site) &&
        address.allow(keys.address) &&
        both.allow(keys.both) &&
        (recognised.has(keys.both) || account.allow(keys.account))
      )
    },
    forgive(attempt, keys) {
      const counter = counters.get(attempt)
      counter?.site.forgive(keys.site)
      counter?.address.forgive(keys.address)
      counter?.both.forgive(keys.both)
      if (!recognised.has(keys.both)) counter?.account.forgive(keys.account)
      return undefined
    },
    recognise(both) {
      recognised.delete(both)
      recognised.add(both)
      const [oldest = ''] = recognised
      if (recognised.size > maxRecognised) recognised.delete(oldest)
      return undefined
    },
  }
}

const countersOf = (most: CountedAttempt['most'], window: number, now: () => number) => ({
  site: createRateLimit({ attempts: most.site, window }, now),
  address: createRateLimit({ attempts: most.address, window }, now),
  both: createRateLimit({ attempts: most.both, window }, now),
  account: createRateLimit({ attempts: most.account, window }, now),
})
