import { STATUS_CODES } from 'node:http'
import type { MetricPoint } from '#platform/observability/metrics/points.ts'
import type { SeriesMetric } from './named-series.ts'

type Metric = SeriesMetric<MetricPoint>

const status = (place: number): Metric => ({
  unit: 'requests',
  read: (point) => point.status[place] ?? 0,
})
const statusCode = (code: string): Metric => ({
  unit: 'requests',
  read: (point) => point.codes[code] ?? 0,
})
const latency = (name: 'p50' | 'p95' | 'p99'): Metric => ({
  unit: 'ms',
  read: (point) => point.latency?.[name] ?? null,
})
const per = (amount: number | null, seconds: number) => (amount === null ? null : amount / seconds)

/** What clients of the public API ask for. */
const usual = {
  cpu: { unit: '%', read: (point) => point.cpuPercent },
  mem: { unit: '%', read: (point) => point.memoryPercent },
  disk: { unit: 'B', read: (point) => point.diskBytes },
  net_in: { unit: 'B/s', read: (point, seconds) => per(point.receivedBytes, seconds) },
  net_out: { unit: 'B/s', read: (point, seconds) => per(point.sentBytes, seconds) },
} satisfies Record<string, Metric>

export const usualNames = Object.keys(usual)

/** Metrics of applications, but for those of single status codes. */
const named = {
  ...usual,
  requests: { unit: 'requests', read: (point) => point.requests },
  status_1xx: status(0),
  status_2xx: status(1),
  status_3xx: status(2),
  status_4xx: status(3),
  status_5xx: status(4),
  latency_p50: latency('p50'),
  latency_p95: latency('p95'),
  latency_p99: latency('p99'),
} satisfies Record<string, Metric>

/** How names are listed in a message: one status code stands for all of them. */
export const listedNames = [...Object.keys(named), 'status_404 (any code)']

export const applicationMetrics: Readonly<Record<string, Metric>> = {
  ...named,
  ...Object.fromEntries(
    Object.keys(STATUS_CODES).map((code) => [`status_${code}`, statusCode(code)]),
  ),
}
