import { useMemo } from 'react'
import type { DeploymentSummary } from '#client/resources/applications/deployments.ts'
import type { ApplicationStatus } from '#client/resources/overview.ts'
import { Chart, type ChartMark } from '#console/components/charts/chart.tsx'
import type { Unit } from '#console/format/figures.ts'
import { metricsTexts as texts } from '#console/texts/en/application/metrics.ts'
import { isAnyAbove, type MetricSeries } from './metric-series.ts'

interface MetricChartsProps {
  series: MetricSeries
  /** The same a week before, when it is compared. */
  earlier?: MetricSeries | undefined
  /** Milliseconds. */
  range: readonly [from: number, until: number]
  deployments: readonly DeploymentSummary[]
  status: ApplicationStatus | undefined
  onZoom(from: number, until: number): void
}

const kinds = { OK: 'good', FAIL: 'wrong' } as const
const { series: names, charts } = texts

/** Five charts with one axis of time. */
export function MetricCharts(props: MetricChartsProps) {
  const { series, earlier, range, deployments, status, onZoom } = props
  const marks = useMemo(() => marksOf(deployments), [deployments])
  const lines = useMemo(() => withEarlier(linesOf(series), earlier), [series, earlier])
  const shared = {
    times: series.times,
    range: [range[0] / 1000, range[1] / 1000] as const,
    group: 'metrics',
    marks,
    onZoom,
  }
  const whyNothingRan = emptyText(status)
  const hasRun = series.cpu.some((value) => value !== null)
  const whyNoRequests = hasRun ? texts.nothingAsked : whyNothingRan
  const chart = (name: keyof typeof charts, unit: Unit, whyEmpty: string) => (
    <Chart {...shared} title={charts[name]} unit={unit} series={lines[name]} emptyText={whyEmpty} />
  )
  return (
    <div className="metric-charts">
      {chart('cpu', 'percent', whyNothingRan)}
      {chart('memory', 'bytes', whyNothingRan)}
      {chart('requests', 'perMinute', whyNoRequests)}
      {chart('status', 'perMinute', whyNoRequests)}
      {chart('latency', 'milliseconds', whyNoRequests)}
    </div>
  )
}

/** Lines of the charts; without any request none at zero. */
function linesOf({ cpu, memory, requests, status, latency }: MetricSeries) {
  const hasRequests = isAnyAbove(requests)
  return {
    cpu: [{ label: names.cpu, values: cpu }],
    memory: [{ label: names.memory, values: memory }],
    requests: hasRequests ? [{ label: names.requests, values: requests }] : [],
    status: hasRequests
      ? [
          { label: names['2xx'], values: status['2xx'], colour: 'good' },
          { label: names['3xx'], values: status['3xx'], colour: 'accent' },
          { label: names['4xx'], values: status['4xx'], colour: 'warning' },
          { label: names['5xx'], values: status['5xx'], colour: 'wrong' },
        ]
      : [],
    latency: [
      { label: names.p50, values: latency.p50 },
      { label: names.p95, values: latency.p95 },
      { label: names.p99, values: latency.p99, colour: 'wrong' },
    ],
  }
}

/** Each chart with its most telling line of a week before. */
function withEarlier(lines: ReturnType<typeof linesOf>, earlier: MetricSeries | undefined) {
  if (!earlier) return lines
  const before = (label: string, values: readonly (number | null)[]) =>
    values.some((value) => value !== null)
      ? [{ label: texts.weekBefore(label), values, colour: 'muted', isDashed: true }]
      : []
  return {
    cpu: [...lines.cpu, ...before(names.cpu, earlier.cpu)],
    memory: [...lines.memory, ...before(names.memory, earlier.memory)],
    requests: [...lines.requests, ...before(names.requests, earlier.requests)],
    status: [...lines.status, ...before(names['5xx'], earlier.status['5xx'])],
    latency: [...lines.latency, ...before(names.p95, earlier.latency.p95)],
  }
}

const marksOf = (deployments: readonly DeploymentSummary[]): ChartMark[] =>
  deployments.map(({ id, date, state }) => ({
    time: date / 1000,
    label: texts.deployment(id),
    kind: state === 'OK' || state === 'FAIL' ? kinds[state] : 'accent',
  }))

/** Why no instance was measured. */
function emptyText(status: ApplicationStatus | undefined): string {
  if (!status) return texts.nothingRan
  if (!status.lastDeployment) return texts.neverDeployed
  if (status.state === 'stopped') return texts.stopped
  return status.state === 'running' ? `${texts.nothingRan} ${texts.tooNew}` : texts.nothingRan
}
