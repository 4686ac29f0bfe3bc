import { table } from '#cli/terminal/table.ts'
import type { ApplicationMetrics, MetricPoint } from '#client/resources/applications/metrics.ts'
import { bytesText, countText, latencyText, percentText } from './figures.ts'
import { sparkLine } from './spark-line.ts'

interface Row {
  name: string
  read(point: MetricPoint, span: number): number | null
  text(value: number | null): string
  /** Full height of the line. */
  max?: number
}

const rate = (name: 'receivedBytes' | 'sentBytes') => (point: MetricPoint, span: number) =>
  point[name] === null ? null : point[name] / span
const perSecond = (text: string) => (text === '-' ? text : `${text}/s`)

const rows: readonly Row[] = [
  { name: 'CPU', read: (point) => point.cpuPercent, text: percentText, max: 100 },
  { name: 'Memory', read: (point) => point.memoryPercent, text: percentText, max: 100 },
  { name: '', read: (point) => point.memoryBytes, text: bytesText },
  { name: 'Disk', read: (point) => point.diskBytes, text: bytesText },
  {
    name: 'Received',
    read: rate('receivedBytes'),
    text: (value) => perSecond(bytesText(value)),
  },
  { name: 'Sent', read: rate('sentBytes'), text: (value) => perSecond(bytesText(value)) },
  {
    name: 'Requests',
    read: (point) => point.requestsPerSecond,
    text: (value) => perSecond(countText(value)),
  },
  { name: '2xx', read: (point) => point.status['2xx'], text: countText },
  { name: '3xx', read: (point) => point.status['3xx'], text: countText },
  { name: '4xx', read: (point) => point.status['4xx'], text: countText },
  { name: '5xx', read: (point) => point.status['5xx'], text: countText },
  { name: 'Latency p50', read: (point) => point.latency?.p50 ?? null, text: latencyText },
  { name: 'p95', read: (point) => point.latency?.p95 ?? null, text: latencyText },
  { name: 'p99', read: (point) => point.latency?.p99 ?? null, text: latencyText },
]

/** One line per metric: its course, its last and its largest value. */
export function metricsText(
  points: readonly MetricPoint[],
  { since, until, span }: Pick<ApplicationMetrics, 'since' | 'until' | 'span'>,
): string {
  const byTime = new Map(points.map((point) => [Date.parse(point.date), point]))
  const times: number[] = []
  for (let at = Date.parse(since); at < Date.parse(until); at += span * 1000) times.push(at)
  const lines = rows.map(({ name, read, text, max }) => {
    const values = times.map((at) => {
      const point = byTime.get(at)
      return point ? read(point, span) : null
    })
    const known = values.filter((value) => value !== null)
    const largest = known.length === 0 ? null : Math.max(...known)
    return [
      name,
      sparkLine(values, max),
      text(values.at(-1) ?? known.at(-1) ?? null),
      text(largest),
    ]
  })
  return table([['', '', 'last', 'most'], ...lines])
}
