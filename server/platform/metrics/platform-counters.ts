/** Upper bounds of the latency buckets of API calls, in milliseconds; one more bucket takes the rest. */
export const callBounds = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000] as const

/** API calls of one method and one class of status. */
export interface CallCounters {
  method: string
  /** Such as `2xx`. */
  status: string
  calls: number
  milliseconds: number
  /** Calls by latency, in the buckets of `callBounds`. */
  latency: number[]
}

/** API calls since the start of the server. */
export interface PlatformCounters {
  noteCall(method: string, status: number, milliseconds: number): void
  calls(): CallCounters[]
}

/** Methods of our endpoints: whatever else a client invents is counted together. */
const methods = new Set(['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'])

export function createPlatformCounters(): PlatformCounters {
  const calls = new Map<string, CallCounters>()
  return {
    noteCall(given, status, milliseconds) {
      const method = methods.has(given) ? given : 'other'
      const key = `${method}${Math.floor(status / 100)}`
      let counters = calls.get(key)
      if (!counters) {
        const latency = new Array(callBounds.length + 1).fill(0)
        counters = {
          method,
          status: `${Math.floor(status / 100)}xx`,
          calls: 0,
          milliseconds: 0,
          latency,
        }
        calls.set(key, counters)
      }
      counters.calls += 1
      counters.milliseconds += milliseconds
      const place = callBounds.findIndex((bound) => milliseconds <= bound)
      const bucket = place < 0 ? callBounds.length : place
      counters.latency[bucket] = (counters.latency[bucket] ?? 0) + 1
    },
    calls: () => [...calls.values()],
  }
}
