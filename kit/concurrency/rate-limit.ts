/** Counts attempts by key within a window. */
export interface RateLimit {
  /** Counts one attempt; `false` when there were too many already. */
  allow(key: string): boolean
  /** Takes one attempt back. */
  forgive(key: string): void
}

const maxKeys = 10_000

export function createRateLimit(
  { attempts, window }: { attempts: number; window: number },
  now: () => number = Date.now,
): RateLimit {
  const counted = new Map<string, { count: number; ends: number }>()
  return {
    allow(key) {
      const time = now()
      const entry = counted.get(key)
      if (entry && entry.ends > time) return ++entry.count <= attempts
      counted.delete(key)
      // The oldest come first: what is forgotten early is what would end next.
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
