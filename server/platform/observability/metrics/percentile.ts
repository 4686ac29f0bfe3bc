import { latencyBounds } from '#platform/model/hosting/deployments/traffic.ts'

/**
 * Estimates a percentile of a histogram of latencies, in milliseconds: evenly within the bucket that it lies in.
 * `undefined` without requests. Slower requests than the last bound are said to have taken that long.
 */
export function percentileOf(counts: readonly number[], percent: number): number | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return undefined
  const rank = (percent / 100) * total
  let passed = 0
  for (const [place, count] of counts.entries()) {
    if (count === 0 || passed + count < rank) {
      passed += count
      continue
    }
    const lower = place === 0 ? 0 : (latencyBounds[place - 1] ?? lastBound)
    const upper = latencyBounds[place] ?? lastBound
    return lower + ((rank - passed) / count) * (upper - lower)
  }
  return lastBound
}

const lastBound = latencyBounds.at(-1) ?? 0
