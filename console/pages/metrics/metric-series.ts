import type { ApplicationMetrics, MetricPoint } from '#client/resources/applications/metrics.ts'

/** Values at evenly spaced times; null where nothing was measured. */
export interface MetricSeries {
  /** Seconds since the epoch. */
  times: readonly number[]
  cpu: Values
  memory: Values
  /** All of requests are per minute. */
  requests: Values
  status: Readonly<Record<StatusClass, Values>>
  /** In milliseconds. */
  latency: Readonly<Record<'p50' | 'p95' | 'p99', Values>>
}

type Values = readonly (number | null)[]
type StatusClass = '2xx' | '3xx' | '4xx' | '5xx'

/** Puts points at their times: those that are left out become gaps. */
export function seriesOf({ since, until, span, points }: ApplicationMetrics): MetricSeries {
  const from = Date.parse(since) / 1000
  const byTime = new Map(points.map((point) => [Date.parse(point.date) / 1000, point]))
  const count = (Date.parse(until) / 1000 - from) / span
  // The last point has only begun, and may not have been measured yet.
  const isBegun = byTime.has(from + Math.floor(count) * span)
  const times = Array.from(
    { length: Math.max(Math.floor(count) + (isBegun ? 1 : 0), 0) },
    (_, at) => from + at * span,
  )
  const found = times.map((time) => byTime.get(time))
  const values = (read: (point: MetricPoint) => number | null): Values =>
    found.map((point) => (point ? read(point) : null))
  const status = (name: StatusClass) => values((point) => perMinute(point, point.status[name]))
  const latency = (name: 'p50' | 'p95' | 'p99') => values((point) => point.latency?.[name] ?? null)
  return {
    times,
    cpu: values(({ cpuPercent }) => cpuPercent),
    memory: values(({ memoryBytes }) => memoryBytes),
    requests: values((point) => perMinute(point, point.requests)),
    status: {
      '2xx': status('2xx'),
      '3xx': status('3xx'),
      '4xx': status('4xx'),
      '5xx': status('5xx'),
    },
    latency: { p50: latency('p50'), p95: latency('p95'), p99: latency('p99') },
  }
}

/** A point may have been observed for a part of its length only; its rate knows how long. */
const perMinute = ({ requests, requestsPerSecond }: MetricPoint, part: number): number =>
  requests === 0 ? 0 : (part / requests) * requestsPerSecond * 60

/** Whether something was ever above zero. */
export const isAnyAbove = (values: Values): boolean => values.some((value) => (value ?? 0) > 0)

/** Latest, mean and greatest of the known values. */
export function figuresOf(
  values: Values,
): { latest: number; average: number; highest: number } | undefined {
  const known = values.filter((value) => value !== null)
  const latest = known.at(-1)
  if (latest === undefined) return undefined
  return {
    latest,
    average: known.reduce((sum, value) => sum + value, 0) / known.length,
    highest: Math.max(...known),
  }
}

const week = 7 * 24 * 3600

/** The series of a week before at the times of this week: points of the past are longer, so that several times have one. */
export function aWeekLater(times: readonly number[], earlier: ApplicationMetrics): MetricSeries {
  const { span } = earlier
  const series = seriesOf(earlier)
  const [first = 0] = series.times
  const places = times.map((time) => Math.floor((time - week - first) / span))
  const at = (values: Values): Values => places.map((place) => values[place] ?? null)
  const { status, latency } = series
  return {
    times,
    cpu: at(series.cpu),
    memory: at(series.memory),
    requests: at(series.requests),
    status: {
      '2xx': at(status['2xx']),
      '3xx': at(status['3xx']),
      '4xx': at(status['4xx']),
      '5xx': at(status['5xx']),
    },
    latency: { p50: at(latency.p50), p95: at(latency.p95), p99: at(latency.p99) },
  }
}
