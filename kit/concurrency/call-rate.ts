import { type Clock, monotonicClock } from './clock.ts'

/** Rate limit per key, as a token bucket each. */
export interface CallRate {
  /** Takes `cost` tokens and returns 0, or takes none and returns the milliseconds until there are enough. */
  take(key: string, cost?: number): number
}

export interface CallRateOptions {
  perMinute: number
  /** Tokens of a full bucket. */
  burst: number
  /** Maximum number of buckets; beyond it full ones are dropped first, then the oldest. */
  maxKeys: number
}

const evictionTries = 8

/**
 * A bucket is one number: the time at which it is full again (generic cell rate algorithm), so that no timer has to
 * refill it. A full bucket need not be stored.
 */
export function createCallRate(
  { perMinute, burst, maxKeys }: CallRateOptions,
  now: Clock = monotonicClock,
): CallRate {
  const fullAt = new Map<string, number>()
  const interval = 60_000 / perMinute

  const makeRoom = (time: number) => {
    let tries = 0
    for (const [key, moment] of fullAt) {
      if (moment <= time) fullAt.delete(key)
      tries += 1
      if (tries === evictionTries) break
    }
    const [oldest = ''] = fullAt.keys()
    if (fullAt.size >= maxKeys) fullAt.delete(oldest)
  }

  return {
    take(key, cost = 1) {
      const time = now()
      const before = fullAt.get(key)
      const next = Math.max(before ?? 0, time) + cost * interval
      const wait = next - time - burst * interval
      if (wait > 0) return wait
      if (before === undefined && fullAt.size >= maxKeys) makeRoom(time)
      fullAt.set(key, next)
      return 0
    },
  }
}
