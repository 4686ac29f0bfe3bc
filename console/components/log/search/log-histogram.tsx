import type { UseQueryResult } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { LogCounts } from '#client/resources/applications/logs.ts'
import { Button } from '#console/components/controls/button.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Skeleton } from '#console/components/display/skeleton.tsx'
import { exactTime, shortTime } from '#console/format/times.ts'
import { logTexts } from '#console/texts/en/application/logs.ts'
import { locale } from '#console/texts/en/locale.ts'
import { barsOf, type CountGroup, type HistogramBar } from './histogram-bars.ts'
import { HistogramPlot } from './histogram-plot.tsx'
import { HistogramTable } from './histogram-table.tsx'
import type { TimeRange } from './time-range.ts'
import './log-histogram.css'

interface LogHistogramProps {
  query: UseQueryResult<LogCounts>
  groups: readonly CountGroup[]
  /** "12 lines". */
  countText(count: string): string
  /** Whether the time is narrowed. */
  isNarrow: boolean
  onRange(range: TimeRange): void
}

const texts = logTexts.histogram
const whole = new Intl.NumberFormat(locale)
const plotHeight = '4.75rem'

/** Counts of lines over time as bars, by which the time is narrowed; the same as a table. */
export function LogHistogram({ query, groups, countText, isNarrow, onRange }: LogHistogramProps) {
  const { data, error, isFetching, refetch } = query
  const bars = useMemo(() => (data ? barsOf(data) : []), [data])
  const [hovered, setHovered] = useState<HistogramBar>()
  const choose = (first: HistogramBar, last: HistogramBar) =>
    onRange({
      since: new Date(first.from).toISOString(),
      until: new Date(last.until).toISOString(),
    })
  return (
    <section className="log-histogram" aria-label={texts.title} aria-busy={isFetching}>
      <div className="log-histogram-head">
        <output>{data && countText(whole.format(data.total))}</output>
        <span className="muted log-histogram-detail">
          {hovered ? detailOf(hovered, groups) : bars.length > 0 && texts.hint}
        </span>
        {isNarrow && (
          <Button size="small" kind="quiet" onClick={() => onRange({ since: '', until: '' })}>
            {texts.widen}
          </Button>
        )}
        <Button
          size="small"
          kind="quiet"
          icon={RotateCw}
          iconOnly
          isPending={isFetching}
          onClick={() => void refetch()}
        >
          {texts.refresh}
        </Button>
      </div>
      {error && <ErrorLine error={error} />}
      {!data && !error && <Skeleton height={plotHeight} />}
      {data && (
        <>
          <HistogramPlot bars={bars} groups={groups} onHover={setHovered} onChoose={choose} />
          {Date.parse(data.countedSince) > Date.parse(data.since) && (
            <p className="log-histogram-note" role="status">
              {texts.incomplete(exactTime(Date.parse(data.countedSince)))}
            </p>
          )}
          <HistogramTable bars={bars} groups={groups} onChoose={choose} />
        </>
      )}
    </section>
  )
}

function detailOf({ from, until, total, counts }: HistogramBar, groups: readonly CountGroup[]) {
  const parts = groups
    .filter(({ key }) => counts[key])
    .map(({ key, label }) => `${label} ${whole.format(counts[key] ?? 0)}`)
  const time = texts.between(shortTime(from), shortTime(until))
  return total === 0 ? `${time}: 0` : `${time}: ${parts.join(', ')}`
}
