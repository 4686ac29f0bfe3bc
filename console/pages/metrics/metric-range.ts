import type { MetricsRange } from '#console/api/metrics-range.ts'

const hour = 3_600_000

/** Ranges that end now, by their name in the address. */
const lengths: Readonly<Record<string, number>> = {
  '1h': hour,
  '6h': 6 * hour,
  '24h': 24 * hour,
  '7d': 7 * 24 * hour,
  '30d': 30 * 24 * hour,
}

export const usualRange = '1h'
const shortest = 60

/** Reads the range in the address: a name, or two times in seconds with two dots between; anything else is the usual one. */
export function parseRange(text: string): MetricsRange {
  const length = Object.hasOwn(lengths, text) ? lengths[text] : undefined
  if (length !== undefined) return { length }
  const [, from, until] = /^(\d{9,11})\.\.(\d{9,11})$/.exec(text) ?? []
  if (from && until && Number(until) > Number(from))
    return { since: Number(from) * 1000, until: Number(until) * 1000 }
  return { length: hour }
}

/** The range of a zoom as it is written in the address; at least a minute. */
export function rangeText(from: number, until: number): string {
  const begin = Math.floor(from)
  return `${begin}..${Math.max(Math.ceil(until), begin + shortest)}`
}
