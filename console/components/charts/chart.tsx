import { useEffect, useEffectEvent, useRef, useState } from 'react'
import uPlot from 'uplot'
import { figure, type Unit } from '#console/format/figures.ts'
import { componentTexts as texts } from '#console/texts/en/components.ts'
import 'uplot/dist/uPlot.min.css'
import { type ChartMark, chartOptions } from './chart-options.ts'
import './chart.css'

export type { ChartMark } from './chart-options.ts'

interface ChartSeries {
  label: string
  /** One per time; null where nothing is known. */
  values: readonly (number | null)[]
  /** Token of its colour, without dashes; by default one after another. */
  colour?: string | undefined
  /** What it is compared with, such as the week before. */
  isDashed?: boolean | undefined
}

interface ChartProps {
  title: string
  /** Seconds since the epoch, ascending; the same array for all charts that share an axis. */
  times: readonly number[]
  series: readonly ChartSeries[]
  unit: Unit
  /** From and until, in seconds: charts of one page show the same span. */
  range: readonly [from: number, until: number]
  /** Charts with the same group show all values of the moment that is hovered in one of them. */
  group?: string | undefined
  marks?: readonly ChartMark[] | undefined
  /** Why there is nothing to see. */
  emptyText?: string | undefined
  height?: number | undefined
  /** Drags a span: from and until in seconds. */
  onZoom?: ((from: number, until: number) => void) | undefined
}

/** Lines over time; hovering shows the values of a moment, in all charts of the group. */
export function Chart(props: ChartProps) {
  const { title, times, series, unit, range, group, marks, emptyText, height = 160 } = props
  const box = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<number | null>(null)
  const scheme = useColourScheme()
  const onZoom = useEffectEvent((start: number, end: number) => props.onZoom?.(start, end))
  const hasValues = series.some(({ values }) => values.some((value) => value !== null))
  const [from, until] = range

  // biome-ignore lint/correctness/useExhaustiveDependencies: `scheme` has the colours read again
  useEffect(() => {
    const element = box.current
    if (!element || !hasValues) return
    const options = chartOptions({
      width: element.clientWidth,
      height,
      unit,
      range: [from, until],
      group,
      marks: marks ?? [],
      series,
      onMove: setAt,
      onZoom: (start, end) => onZoom(start, end),
    })
    const table: uPlot.AlignedData = [[...times], ...series.map(({ values }) => [...values])]
    const plot = new uPlot(options, table, element)
    const watcher = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }))
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      plot.destroy()
    }
  }, [times, series, unit, from, until, group, marks, height, scheme, hasValues])

  const index = at ?? times.length - 1
  return (
    <figure className="chart">
      <figcaption>
        <span className="chart-title">{title}</span>
        {hasValues && (
          <ul className="chart-legend">
            {series.map(({ label, values, colour, isDashed }, number) => (
              <li
                key={label}
                className={`chart-colour-${colour ?? number % 5}${isDashed ? ' chart-dashed' : ''}`}
              >
                {series.length > 1 && <span className="chart-label">{label}</span>}
                <span className="chart-value">{shown(values[index], unit)}</span>
              </li>
            ))}
          </ul>
        )}
      </figcaption>
      <div ref={box} className="chart-box" style={{ height }} aria-hidden={hasValues}>
        {!hasValues && <p className="chart-empty">{emptyText ?? texts.noFigures}</p>}
      </div>
    </figure>
  )
}

const shown = (value: number | null | undefined, unit: Unit) =>
  value === null || value === undefined ? '–' : figure(value, unit)

/** Changes when colours change: with the system, or with the reader's choice. */
function useColourScheme(): string {
  const [scheme, setScheme] = useState('')
  useEffect(() => {
    const media = matchMedia('(prefers-color-scheme: dark)')
    const read = () => setScheme(`${media.matches} ${document.documentElement.dataset.theme ?? ''}`)
    const watcher = new MutationObserver(read)
    watcher.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    media.addEventListener('change', read)
    read()
    return () => {
      watcher.disconnect()
      media.removeEventListener('change', read)
    }
  }, [])
  return scheme
}
