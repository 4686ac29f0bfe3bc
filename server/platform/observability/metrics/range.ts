import { formatDuration } from '#kit/text/duration.ts'
import type { MetricRange } from '#platform/model/observability/metrics.ts'
import { resolutions, retention, slotOf } from '#platform/model/observability/sample.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** Points of one answer. */
const maxPoints = 300
/** Ranges up to this length are read from fine samples; longer ones from merged samples, which are a thirtieth as many. */
const maxFineRange = 3_600_000

export interface WantedRange {
  since?: number | undefined
  until?: number | undefined
  /** Length of a range whose beginning is not given. */
  usualLength?: number | undefined
  /** As long as the points allow when absent. */
  span?: number | undefined
}

/**
 * The range to read: by default the last half hour. Points become longer where samples are: a multiple of
 * `finest`, or of five minutes in a long or old range.
 */
export function rangeOf(
  wanted: WantedRange,
  now: number,
  finest: number = resolutions.fine,
): MetricRange {
  const until = Math.min(wanted.until ?? now, now)
  const since = wanted.since ?? until - (wanted.usualLength ?? 1_800_000)
  const length = until - since
  if (length <= 0) throw new Refusal('invalid', 'The range of metrics ends before it begins.')
  if (length > retention.coarse) {
    throw new Refusal('invalid', `Metrics are kept for ${days(retention.coarse)}: ask for less.`)
  }
  const span = wanted.span ?? Math.ceil(length / maxPoints)
  if (span < 1000 || length / span > maxPoints) {
    const least = formatDuration(Math.max(finest, length / maxPoints))
    throw new Refusal(
      'invalid',
      `A range has ${maxPoints} points at most: in this one a point lasts at least ${least}.`,
    )
  }
  const isFine = length <= maxFineRange && since >= now - retention.fine
  const unit = isFine ? finest : resolutions.coarse
  const rounded = Math.ceil(span / unit) * unit
  // Without the first part of a point; at least the last point is left.
  const first = Math.min(slotOf(since + rounded - 1, rounded), slotOf(until - 1, rounded))
  return { since: first, until, span: rounded }
}

const days = (milliseconds: number) => `${Math.round(milliseconds / 86_400_000)} days`
