import { Refusal } from '#platform/model/refusal.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Lengths that people can read off an axis. */
const spans = [
  ...[1, 2, 5, 10, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
]

/** A time that is cut into parts of the same length, at multiples of it. */
export interface TimeBuckets {
  since: number
  until: number
  /** Milliseconds of a bucket. */
  span: number
}

/** The shortest buckets, of at least a second, of which no more than `max` are needed. */
export function chooseBuckets(since: number, until: number, max: number): TimeBuckets {
  if (since > until) throw new Refusal('invalid', 'since must be before until.')
  // One more than the length says, because the first and the last may be cut.
  const fits = (span: number) => Math.floor(until / span) - Math.floor(since / span) < max
  const span = spans.find(fits) ?? day * Math.max(1, Math.ceil((until - since) / day / (max - 1)))
  return { since, until, span }
}
