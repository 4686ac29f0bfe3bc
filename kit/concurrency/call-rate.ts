/** Limits how often something happens, by key: a token bucket for each. */
export interface CallRate {
  /** Takes `cost` tokens and gives 0, or takes none and gives the milliseconds until there are enough. */
  take(key: string, cost?: number): number
}

export interface CallRateOptions {
  perMinute: number
  /** Tokens of a full bucket. */
  burst: number
  /** Buckets that are kept; beyond it full ones go first, then the oldest. */
  maxKeys: number
}

const evictionTries = 8

/**
 * A bucket is one number: the moment at which it is full again (the generic cell rate algorithm), so that nothing has to
 * be refilled by a timer. A bucket that is full need not be kept.
 */
export function createCallRate(
  { perMinute, burst, maxKeys }: CallRateOptions,
  now: () => number = Date.now,
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
