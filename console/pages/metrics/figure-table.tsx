import { Panel } from '#console/components/display/panel.tsx'
import { type Column, Table } from '#console/components/display/table.tsx'
import { figure, type Unit } from '#console/format/figures.ts'
import { metricsTexts as texts } from '#console/texts/en/application/metrics.ts'
import { figuresOf, type MetricSeries } from './metric-series.ts'

const { charts, series: names } = texts

interface FigureTableProps {
  series: MetricSeries
  /** The same a week before, when it is compared. */
  earlier?: MetricSeries | undefined
}

/** The charts in figures, also for those who cannot see them. */
export function FigureTable({ series, earlier }: FigureTableProps) {
  const before = earlier && rowsOf(earlier)
  const rows = rowsOf(series).flatMap(({ name, unit, values }, at): Figures[] => {
    const figures = figuresOf(values)
    const past = before && figuresOf(before[at]?.values ?? [])
    return figures ? [{ name, unit, ...figures, before: past?.average }] : []
  })
  if (rows.length === 0) return null
  return (
    <Panel title={texts.summary} isFlush>
      <Table
        label={texts.summary}
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          { key: 'name', title: texts.columns.name, cell: ({ name }) => name },
          {
            key: 'latest',
            title: texts.columns.latest,
            align: 'end',
            cell: ({ latest, unit }) => figure(latest, unit),
          },
          {
            key: 'average',
            title: texts.columns.average,
            align: 'end',
            cell: ({ average, unit }) => figure(average, unit),
          },
          {
            key: 'highest',
            title: texts.columns.highest,
            align: 'end',
            cell: ({ highest, unit }) => figure(highest, unit),
          },
          ...(earlier ? [beforeColumn] : []),
        ]}
      />
    </Panel>
  )
}

/** A row of the table. */
interface Figures {
  name: string
  unit: Unit
  latest: number
  average: number
  highest: number
  /** Average of the week before. */
  before: number | undefined
}

const beforeColumn: Column<Figures> = {
  key: 'before',
  title: texts.columns.before,
  align: 'end',
  cell: ({ before, unit }) => (before === undefined ? '–' : figure(before, unit)),
}

interface Row {
  name: string
  unit: Unit
  values: readonly (number | null)[]
}

const rowsOf = ({ cpu, memory, requests, status, latency }: MetricSeries): Row[] => [
  { name: charts.cpu, unit: 'percent', values: cpu },
  { name: charts.memory, unit: 'bytes', values: memory },
  { name: charts.requests, unit: 'perMinute', values: requests },
  { name: `${charts.status} 5xx`, unit: 'perMinute', values: status['5xx'] },
  { name: `${charts.latency}, ${names.p50}`, unit: 'milliseconds', values: latency.p50 },
  { name: `${charts.latency}, ${names.p95}`, unit: 'milliseconds', values: latency.p95 },
  { name: `${charts.latency}, ${names.p99}`, unit: 'milliseconds', values: latency.p99 },
]
