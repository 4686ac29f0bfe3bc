import type { ApplicationMetrics, MetricPoint } from '#client/resources/applications/metrics.ts'
import { type CourseRow, courseTable } from './course-table.ts'
import { bytesText, countText, latencyText, percentText } from './figures.ts'

type Row = CourseRow<MetricPoint>

const rate = (name: 'receivedBytes' | 'sentBytes') => (point: MetricPoint, span: number) =>
  point[name] === null ? null : point[name] / span
const perSecond = (text: string) => (text === '-' ? text : `${text}/s`)

const load: readonly Row[] = [
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
]

const latencies: readonly Row[] = [
  { name: 'Latency p50', read: (point) => point.latency?.p50 ?? null, text: latencyText },
  { name: 'p95', read: (point) => point.latency?.p95 ?? null, text: latencyText },
  { name: 'p99', read: (point) => point.latency?.p99 ?? null, text: latencyText },
]

/** Classes of status codes, each with those of its codes that were answered. */
function statusRows(points: readonly MetricPoint[]): Row[] {
  const codes = new Set(points.flatMap(({ statusCodes }) => Object.keys(statusCodes)))
  return (['2xx', '3xx', '4xx', '5xx'] as const).flatMap((name) => {
    const own = [...codes].filter((code) => code.startsWith(name.slice(0, 1))).toSorted()
    return [
      { name, read: (point) => point.status[name], text: countText },
      ...own.map(
        (code): Row => ({
          name: `  ${code}`,
          read: ({ statusCodes }) => statusCodes[code] ?? 0,
          text: countText,
        }),
      ),
    ]
  })
}

/** One line per metric of an application. */
export const metricsText = (
  points: readonly MetricPoint[],
  range: Pick<ApplicationMetrics, 'since' | 'until' | 'span'>,
): string => courseTable([...load, ...statusRows(points), ...latencies], points, range)
