import { type PointerEvent, useState } from 'react'
import { shortTime } from '#console/format/times.ts'
import { between, type CountGroup, type HistogramBar, piecesOf } from './histogram-bars.ts'

interface HistogramPlotProps {
  bars: readonly HistogramBar[]
  groups: readonly CountGroup[]
  onHover(bar: HistogramBar | undefined): void
  onChoose(first: HistogramBar, last: HistogramBar): void
}

const height = 100
/** What there is at all can be seen. */
const lowest = 3

/** Bars for the pointer; the table beside them has the same for the keyboard and for screen readers. */
export function HistogramPlot({ bars, groups, onHover, onChoose }: HistogramPlotProps) {
  const [drag, setDrag] = useState<{ from: number; to: number }>()
  const highest = Math.max(...bars.map(({ total }) => total))
  const placeOf = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const at = Math.floor(((clientX - left) / Math.max(width, 1)) * bars.length)
    return Math.min(Math.max(at, 0), bars.length - 1)
  }
  const end = (isChosen: boolean) => {
    setDrag(undefined)
    if (!drag || !isChosen) return
    const [first, last] = between(drag.from, drag.to).map((at) => bars[at])
    if (first && last) onChoose(first, last)
  }
  const [first, last] = [bars[0], bars.at(-1)]
  const [start, stop] = drag ? between(drag.from, drag.to) : [0, -1]
  return (
    <div className="log-histogram-plot" aria-hidden="true">
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${Math.max(bars.length, 1)} ${height}`}
        preserveAspectRatio="none"
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          const at = placeOf(event)
          setDrag({ from: at, to: at })
        }}
        onPointerMove={(event) => {
          const at = placeOf(event)
          onHover(bars[at])
          if (drag && drag.to !== at) setDrag({ ...drag, to: at })
        }}
        onPointerUp={() => end(true)}
        onPointerCancel={() => end(false)}
        onPointerLeave={() => onHover(undefined)}
      >
        <rect className="log-histogram-ground" width={bars.length} height={height} />
        {drag && (
          <rect
            className="log-histogram-chosen"
            x={start}
            width={stop - start + 1}
            height={height}
          />
        )}
        {bars.map((bar, at) =>
          piecesOf(bar, groups, highest).map(({ key, from, size }) => (
            <rect
              key={`${bar.from} ${key}`}
              className={`log-histogram-${groups.find((group) => group.key === key)?.colour}`}
              x={at + 0.1}
              width={0.8}
              y={height - Math.max((from + size) * height, lowest)}
              height={Math.max(size * height, from === 0 ? lowest : 0)}
            />
          )),
        )}
      </svg>
      <div className="log-histogram-axis">
        <span>{first && shortTime(first.from)}</span>
        <span>{last && shortTime(last.until)}</span>
      </div>
    </div>
  )
}
