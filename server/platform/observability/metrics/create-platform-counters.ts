import {
  type CallCounters,
  callBounds,
  type PlatformCounters,
} from '#platform/model/observability/platform-counters.ts'

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
