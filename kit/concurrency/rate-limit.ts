import { type Clock, monotonicClock } from './clock.ts'

/** Counts attempts per key within a time window. */
export interface RateLimit {
  /** Counts one attempt; `false` when the limit is reached. */
  allow(key: string): boolean
  /** Uncounts one attempt. */
  forgive(key: string): void
}

const maxKeys = 10_000

export function createRateLimit(
  { attempts, window }: { attempts: number; window: number },
  now: Clock = monotonicClock,
): RateLimit {
  const counted = new Map<string, { count: number; ends: number }>()
  return {
    allow(key) {
      const time = now()
      const entry = counted.get(key)
      if (entry && entry.ends > time) return ++entry.count <= attempts
      counted.delete(key)
      // Oldest first: those dropped early would have expired next.
      for (const [old, { ends }] of counted) {
        if (ends > time && counted.size < maxKeys) break
        counted.delete(old)
      }
      counted.set(key, { count: 1, ends: time + window })
      return true
    },
    forgive(key) {
      const entry = counted.get(key)
      if (entry && entry.count > 0) entry.count -= 1
    },
  }
}
