import type { MetricPoint } from '#platform/observability/metrics/points.ts'

/** A point as clients see it, with figures rounded to what they are good for. */
export function pointToWire(point: MetricPoint) {
  const { latency } = point
  return {
    date: new Date(point.at).toISOString(),
    cpu: rounded(point.cpu, 4),
    cpuPercent: rounded(point.cpuPercent, 2),
    memoryBytes: rounded(point.memoryBytes, 0),
    memoryPercent: rounded(point.memoryPercent, 2),
    diskBytes: rounded(point.diskBytes, 0),
    receivedBytes: rounded(point.receivedBytes, 0),
    sentBytes: rounded(point.sentBytes, 0),
    requests: point.requests,
    requestsPerSecond: Math.round(point.requestsPerSecond * 1000) / 1000,
    ...statusToWire(point),
    latency: latency && {
      p50: tenths(latency.p50),
      p95: tenths(latency.p95),
      p99: tenths(latency.p99),
    },
  }
}

/** Responses by class and by code. */
export const statusToWire = ({ status, codes }: Pick<MetricPoint, 'status' | 'codes'>) => ({
  status: {
    '1xx': status[0] ?? 0,
    '2xx': status[1] ?? 0,
    '3xx': status[2] ?? 0,
    '4xx': status[3] ?? 0,
    '5xx': status[4] ?? 0,
  },
  statusCodes: codes,
})

export function rounded(value: number | null, digits: number): number | null {
  return value === null ? null : Math.round(value * 10 ** digits) / 10 ** digits
}

const tenths = (value: number) => Math.round(value * 10) / 10
