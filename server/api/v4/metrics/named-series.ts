import type { MetricPoint } from '#platform/metrics/points.ts'
import type { ApplicationMetrics } from '#platform/metrics/read-metrics.ts'
import { slotOf } from '#platform/metrics/sample.ts'

/** What clients of the public API ask for. */
export const publicNames = ['cpu', 'mem', 'disk', 'net_in', 'net_out'] as const

export const metricNames = [
  ...publicNames,
  'requests',
  'status_1xx',
  'status_2xx',
  'status_3xx',
  'status_4xx',
  'status_5xx',
  'latency_p50',
  'latency_p95',
  'latency_p99',
] as const
export type MetricName = (typeof metricNames)[number]

interface Metric {
  unit: string
  /** `null` where nothing is known. */
  read(point: MetricPoint, seconds: number): number | null
}

const status = (place: number): Metric => ({
  unit: 'requests',
  read: (point) => point.status[place] ?? 0,
})
const latency = (name: 'p50' | 'p95' | 'p99'): Metric => ({
  unit: 'ms',
  read: (point) => point.latency?.[name] ?? null,
})

const metrics: Record<MetricName, Metric> = {
  cpu: { unit: '%', read: (point) => point.cpuPercent },
  mem: { unit: '%', read: (point) => point.memoryPercent },
  disk: { unit: 'B', read: (point) => point.diskBytes },
  net_in: { unit: 'B/s', read: (point, seconds) => per(point.receivedBytes, seconds) },
  net_out: { unit: 'B/s', read: (point, seconds) => per(point.sentBytes, seconds) },
  requests: { unit: 'requests', read: (point) => point.requests },
  status_1xx: status(0),
  status_2xx: status(1),
  status_3xx: status(2),
  status_4xx: status(3),
  status_5xx: status(4),
  latency_p50: latency('p50'),
  latency_p95: latency('p95'),
  latency_p99: latency('p99'),
}

const per = (amount: number | null, seconds: number) => (amount === null ? null : amount / seconds)

/** Series by name. A metric of which nothing is known in the whole range has none, instead of zeros. */
export function namedSeries(
  { points, since, until, span }: Pick<ApplicationMetrics, 'points' | 'since' | 'until' | 'span'>,
  names: readonly MetricName[],
  { isFilled }: { isFilled: boolean },
) {
  const byTime = new Map(points.map((point) => [point.at, point]))
  const times = isFilled ? bucketsOf(since, until, span) : points.map(({ at }) => at)
  return names.flatMap((name) => {
    const { unit, read } = metrics[name]
    const values = times.map((at) => {
      const point = byTime.get(at)
      return { at, value: point ? read(point, span / 1000) : null }
    })
    if (values.every(({ value }) => value === null)) return []
    const data = values
      .filter(({ value }) => isFilled || value !== null)
      .map(({ at, value }) => ({ timestamp: at * 1000, value: textOf(value ?? 0) }))
    return [{ name, unit, data }]
  })
}

function bucketsOf(since: number, until: number, span: number): number[] {
  const buckets: number[] = []
  for (let at = slotOf(since, span); at < until; at += span) buckets.push(at)
  return buckets
}

const textOf = (value: number) => String(Math.round(value * 1000) / 1000)
