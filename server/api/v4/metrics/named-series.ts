import type { MetricRange } from '#platform/model/observability/metrics.ts'
import { slotOf } from '#platform/model/observability/sample.ts'

/** A metric of the public API. */
export interface SeriesMetric<Point> {
  unit: string
  /** `null` where nothing is known. */
  read(point: Point, seconds: number): number | null
}

/** What stands for a point without a measurement: no point, 0, or the value before it. */
export type Gap = 'none' | 'zero' | 'last'

/** Series by name. A metric of which nothing is known in the whole range has none, instead of zeros. */
export function namedSeries<Point extends { at: number }>(
  { points, since, until, span }: MetricRange & { points: readonly Point[] },
  metrics: Readonly<Record<string, SeriesMetric<Point>>>,
  { names, gap }: { names: readonly string[]; gap: Gap },
) {
  const byTime = new Map(points.map((point) => [point.at, point]))
  const times = gap === 'none' ? points.map(({ at }) => at) : bucketsOf(since, until, span)
  return names.flatMap((name) => {
    const metric = metrics[name]
    if (!metric) return []
    const { unit, read } = metric
    const values = times.map((at) => {
      const point = byTime.get(at)
      return { at, value: point ? read(point, span / 1000) : null }
    })
    if (values.every(({ value }) => value === null)) return []
    let last = 0
    const data = values
      .filter(({ value }) => gap !== 'none' || value !== null)
      .map(({ at, value }) => {
        if (value !== null && gap === 'last') last = value
        return { timestamp: at * 1000, value: textOf(value ?? last) }
      })
    return [{ name, unit, data }]
  })
}

function bucketsOf(since: number, until: number, span: number): number[] {
  const buckets: number[] = []
  for (let at = slotOf(since, span); at < until; at += span) buckets.push(at)
  return buckets
}

const textOf = (value: number) => String(Math.round(value * 1000) / 1000)
