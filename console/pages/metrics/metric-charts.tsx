import { useMemo } from 'react'
import type { DeploymentSummary } from '#client/resources/applications/deployments.ts'
import type { ApplicationStatus } from '#client/resources/overview.ts'
import { Chart, type ChartMark } from '#console/components/charts/chart.tsx'
import { metricsTexts as texts } from '#console/texts/en/application/metrics.ts'
import { isAnyAbove, type MetricSeries } from './metric-series.ts'

interface MetricChartsProps {
  series: MetricSeries
  /** Milliseconds. */
  range: readonly [from: number, until: number]
  deployments: readonly DeploymentSummary[]
  status: ApplicationStatus | undefined
  onZoom(from: number, until: number): void
}

const kinds = { OK: 'good', FAIL: 'wrong' } as const
const { series: names, charts } = texts

/** Five charts with one axis of time. */
export function MetricCharts({ series, range, deployments, status, onZoom }: MetricChartsProps) {
  const marks = useMemo(() => marksOf(deployments), [deployments])
  const lines = useMemo(() => linesOf(series), [series])
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
  const hasRequests = isAnyAbove(series.requests)
  return (
    <div className="metric-charts">
      <Chart
        {...shared}
        title={charts.cpu}
        unit="percent"
        series={lines.cpu}
        emptyText={whyNothingRan}
      />
      <Chart
        {...shared}
        title={charts.memory}
        unit="bytes"
        series={lines.memory}
        emptyText={whyNothingRan}
      />
      <Chart
        {...shared}
        title={charts.requests}
        unit="perMinute"
        series={hasRequests ? lines.requests : []}
        emptyText={whyNoRequests}
      />
      <Chart
        {...shared}
        title={charts.status}
        unit="perMinute"
        series={hasRequests ? lines.status : []}
        emptyText={whyNoRequests}
      />
      <Chart
        {...shared}
        title={charts.latency}
        unit="milliseconds"
        series={lines.latency}
        emptyText={whyNoRequests}
      />
    </div>
  )
}

const linesOf = ({ cpu, memory, requests, status, latency }: MetricSeries) => ({
  cpu: [{ label: names.cpu, values: cpu }],
  memory: [{ label: names.memory, values: memory }],
  requests: [{ label: names.requests, values: requests }],
  status: [
    { label: names['2xx'], values: status['2xx'], colour: 'good' },
    { label: names['3xx'], values: status['3xx'], colour: 'accent' },
    { label: names['4xx'], values: status['4xx'], colour: 'warning' },
    { label: names['5xx'], values: status['5xx'], colour: 'wrong' },
  ],
  latency: [
    { label: names.p50, values: latency.p50 },
    { label: names.p95, values: latency.p95 },
    { label: names.p99, values: latency.p99, colour: 'wrong' },
  ],
})

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
