import type { Metric, Registry } from 'prom-client'

/** A cumulative bucket. */
export interface Bucket {
  /** Upper bound in seconds. */
  bound: number
  count: number
}

export interface CountedSeries {
  labels: Record<string, string>
  /** Seconds of all requests together; left out when unknown. */
  sum: number | undefined
  /** Ends with the bucket of all. */
  buckets: readonly Bucket[]
}

export interface CountedHistogram {
  name: string
  help: string
  series: readonly CountedSeries[]
}

/** Cumulative counts of buckets with these bounds in milliseconds. */
export function bucketsOf(bounds: readonly number[], counts: readonly number[]): Bucket[] {
  let count = 0
  return [...bounds, Number.POSITIVE_INFINITY].map((bound, place) => {
    count += counts[place] ?? 0
    return { bound: bound / 1000, count }
  })
}

/**
 * Registers a histogram that was counted elsewhere: the library's own only takes single observations, and its registry
 * takes whatever has a name and `get`.
 */
export function addHistogram(registry: Registry, { name, help, series }: CountedHistogram): void {
  const values = series.flatMap((one) => valuesOf(name, one))
  const metric = {
    name,
    get: async () => ({ name, help, type: 'histogram', aggregator: 'sum', values }),
  }
  registry.registerMetric(metric as unknown as Metric)
}

function valuesOf(name: string, { labels, sum, buckets }: CountedSeries) {
  const total = buckets.at(-1)?.count ?? 0
  return [
    ...buckets.map(({ bound, count }) => ({
      metricName: `${name}_bucket`,
      labels: { ...labels, le: Number.isFinite(bound) ? bound : '+Inf' },
      value: count,
    })),
    ...(sum === undefined ? [] : [{ metricName: `${name}_sum`, labels, value: sum }]),
    { metricName: `${name}_count`, labels, value: total },
  ]
}
