import { useState } from 'react'
import { type Column, Table } from '#console/components/display/table.tsx'
import { shortTime } from '#console/format/times.ts'
import { logTexts } from '#console/texts/en/application/logs.ts'
import { locale } from '#console/texts/en/locale.ts'
import type { CountGroup, HistogramBar } from './histogram-bars.ts'

interface HistogramTableProps {
  bars: readonly HistogramBar[]
  groups: readonly CountGroup[]
  onChoose(first: HistogramBar, last: HistogramBar): void
}

const texts = logTexts.histogram
const whole = new Intl.NumberFormat(locale)

/** The bars that have a line, in figures; a press of a time narrows to it. */
export function HistogramTable({ bars, groups, onChoose }: HistogramTableProps) {
  const [isOpen, setOpen] = useState(false)
  const columns: Column<HistogramBar>[] = [
    {
      key: 'time',
      title: texts.time,
      cell: (bar) => (
        <button
          type="button"
          className="log-histogram-narrow"
          aria-label={texts.narrow(shortTime(bar.from), shortTime(bar.until))}
          onClick={() => onChoose(bar, bar)}
        >
          {texts.between(shortTime(bar.from), shortTime(bar.until))}
        </button>
      ),
    },
    ...groups.map(
      ({ key, label }): Column<HistogramBar> => ({
        key,
        title: label,
        align: 'end',
        cell: ({ counts }) => whole.format(counts[key] ?? 0),
      }),
    ),
    {
      key: 'total',
      title: texts.total,
      align: 'end',
      cell: ({ total }) => whole.format(total),
    },
  ]
  const rows = bars.filter(({ total }) => total > 0)
  if (rows.length === 0) return null
  return (
    <details
      className="log-histogram-table"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{texts.table}</summary>
      {isOpen && (
        <div className="log-histogram-rows">
          <Table
            label={texts.title}
            columns={columns}
            rows={rows}
            rowKey={({ from }) => String(from)}
          />
        </div>
      )}
    </details>
  )
}
