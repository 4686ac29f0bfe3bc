import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AddonMetrics } from '#client/resources/applications/metrics.ts'
import { addonMetricsQuery } from '#console/api/queries/application/metrics.ts'
import { Chart } from '#console/components/charts/chart.tsx'
import { Button } from '#console/components/controls/button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { useWindowTitle } from '#console/components/display/page-header.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { Skeleton } from '#console/components/display/skeleton.tsx'
import { Table } from '#console/components/display/table.tsx'
import { figure } from '#console/format/figures.ts'
import { duration } from '#console/format/times.ts'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { useAddon } from '#console/pages/addon/use-addon.ts'
import { parseRange, rangeText, usualRange } from '#console/pages/metrics/metric-range.ts'
import { figuresOf } from '#console/pages/metrics/metric-series.ts'
import { RangeSelect } from '#console/pages/metrics/range-select.tsx'
import { addonTexts } from '#console/texts/en/addon.ts'
import { metricsTexts } from '#console/texts/en/application/metrics.ts'
import { type UsageSeries, usageSeries } from './addon-series.ts'
import '#console/pages/metrics/metrics.css'

const texts = addonTexts.metrics

/** What an add-on has used over time, against its plan. */
export function AddonMetricsPage() {
  const { address, addon } = useAddon()
  const [rangeName, setRange] = useAddressState('range', usualRange, { isStep: true })
  const range = useMemo(() => parseRange(rangeName), [rangeName])
  const query = useQuery({
    ...addonMetricsQuery(address, range),
    enabled: addon?.state === 'ready',
  })
  useWindowTitle(texts.title)
  if (!addon) return null
  if (addon.state !== 'ready') return <EmptyState title={texts.notReady} />
  return (
    <>
      <div className="metrics-controls">
        <RangeSelect name={rangeName} range={range} onChange={setRange} />
        {'since' in range && (
          <Button onClick={() => setRange(usualRange)}>{metricsTexts.back}</Button>
        )}
      </div>
      <Loaded query={query} skeleton={<Skeleton height="13rem" />}>
        {(metrics) => (
          <Charts metrics={metrics} onZoom={(from, until) => setRange(rangeText(from, until))} />
        )}
      </Loaded>
    </>
  )
}

interface ChartsProps {
  metrics: AddonMetrics
  onZoom(from: number, until: number): void
}

function Charts({ metrics, onZoom }: ChartsProps) {
  const { since, until, span } = metrics
  const { times, series } = useMemo(() => usageSeries(metrics), [metrics])
  const lines = useMemo(() => series.map(linesOf), [series])
  if (series.length === 0)
    return (
      <Panel title={texts.title}>
        <EmptyState title={texts.noHistory}>{texts.none}</EmptyState>
      </Panel>
    )
  return (
    <>
      <div className="metric-charts">
        {series.map(({ name, unit }, at) => (
          <Chart
            key={name}
            title={texts.charts[name]}
            times={times}
            series={lines[at] ?? []}
            unit={unit}
            range={[Date.parse(since) / 1000, Date.parse(until) / 1000]}
            group="addon-metrics"
            onZoom={onZoom}
          />
        ))}
      </div>
      <p className="muted small">
        {texts.zoomHint} {metricsTexts.pointLength(duration(span * 1000))}
      </p>
      <Figures series={series} />
    </>
  )
}

/** What is used and, where the plan has a limit, that limit. */
const linesOf = ({ used, max }: UsageSeries) => [
  { label: texts.used, values: used },
  ...(max.some((value) => value !== null)
    ? [{ label: texts.plan, values: max, colour: 'muted' }]
    : []),
]

/** The charts in figures, also for those who cannot see them. */
function Figures({ series }: { series: readonly UsageSeries[] }) {
  const rows = series.flatMap(({ name, unit, used, max }) => {
    const figures = figuresOf(used)
    const limit = max.findLast((value) => value !== null) ?? null
    return figures ? [{ name, unit, limit, ...figures }] : []
  })
  const { columns } = metricsTexts
  return (
    <Panel title={metricsTexts.summary} isFlush>
      <Table
        label={metricsTexts.summary}
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          { key: 'name', title: columns.name, cell: ({ name }) => texts.charts[name] },
          {
            key: 'latest',
            title: columns.latest,
            align: 'end',
            cell: ({ latest, unit }) => figure(latest, unit),
          },
          {
            key: 'average',
            title: columns.average,
            align: 'end',
            cell: ({ average, unit }) => figure(average, unit),
          },
          {
            key: 'highest',
            title: columns.highest,
            align: 'end',
            cell: ({ highest, unit }) => figure(highest, unit),
          },
          {
            key: 'plan',
            title: texts.plan,
            align: 'end',
            cell: ({ limit, unit }) => (limit === null ? '–' : figure(limit, unit)),
          },
        ]}
      />
    </Panel>
  )
}
