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

const maxRange = 30 * 24 * hour
const minRange = shortest * 1000

/** How a range is changed without dragging: by half of its length, or to half or twice of it. */
export type RangeStep = 'earlier' | 'later' | 'closer' | 'wider'

/** The next range as it is written in the address; `undefined` where there is none. */
export function stepRange(range: MetricsRange, step: RangeStep, now: number): string | undefined {
  const from = 'since' in range ? range.since : now - range.length
  const end = 'since' in range ? range.until : now
  const length = end - from
  const [since, until] = {
    earlier: [from - length / 2, end - length / 2],
    later: [from + length / 2, end + length / 2],
    closer: [from + length / 4, end - length / 4],
    wider: [from - length / 2, end + length / 2],
  }[step] as [number, number]
  const wanted = until - since
  if (wanted < minRange || wanted > maxRange || since < now - maxRange) return undefined
  // Of the future nothing is known.
  const shift = Math.max(0, until - now)
  if (step === 'later' && end >= now - 1000) return undefined
  return rangeText((since - shift) / 1000, (until - shift) / 1000)
}

const week = 7 * 24 * hour
/** So that a range that ends now does not ask for another past each time. */
const pastStep = 300_000

/** The same range a week before. */
export const weekBefore = (since: number, until: number): { since: number; until: number } => ({
  since: Math.floor((since - week) / pastStep) * pastStep,
  until: Math.ceil((until - week) / pastStep) * pastStep,
})
