import { overlap, type Period, secondsBetween } from '#platform/model/billing/period.ts'
import type { UsageInterval, UsageSubject } from '#platform/model/billing/usage-interval.ts'

/** A part of an interval, within a period. */
export interface UsagePart extends UsageSubject {
  readonly from: number
  readonly until: number
  readonly seconds: number
}

/** The parts of intervals within a period; what still lasts counts until now. */
export function partsWithin(
  intervals: readonly UsageInterval[],
  period: Period,
  now: number,
): UsagePart[] {
  return intervals.flatMap(({ id: _, ...interval }) => {
    const part = overlap({ from: interval.from, until: interval.until ?? now }, period)
    return part ? [{ ...interval, ...part, seconds: secondsBetween(part.from, part.until) }] : []
  })
}
