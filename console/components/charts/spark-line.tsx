import { figure, type Unit } from '#console/format/figures.ts'
import { componentTexts as texts } from '#console/texts/en/components.ts'
import { sparkPath } from './spark-path.ts'
import './spark-line.css'

interface SparkLineProps {
  /** What is drawn, for screen readers: "Requests per minute". */
  label: string
  /** Oldest first; null where nothing is known. */
  values: readonly (number | null)[]
  unit: Unit
  /** Top of the box; by default the highest value. */
  max?: number | undefined
  kind?: 'accent' | 'wrong' | undefined
  width?: number | undefined
  height?: number | undefined
}

/** A small line without axes, with the latest value beside it. */
export function SparkLine(props: SparkLineProps) {
  const { label, values, unit, kind = 'accent', width = 96, height = 24 } = props
  const known = values.filter((value) => value !== null)
  const latest = known.at(-1)
  const highest = Math.max(0, ...known)
  const max = props.max ?? highest
  const words =
    latest === undefined
      ? `${label}: ${texts.noFigures}`
      : `${label}: ${texts.latest} ${figure(latest, unit)}, at most ${figure(highest, unit)}`
  return (
    <span className={`spark-line spark-line-${kind}`}>
      <svg
        width={width}
        height={height}
        viewBox={`0 -2 ${width} ${height + 4}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words}
      >
        <title>{words}</title>
        <path className="spark-line-floor" d={`M0 ${height}H${width}`} />
        <path className="spark-line-path" d={sparkPath(values, { width, height, max })} />
      </svg>
      <span className="spark-line-value" aria-hidden="true">
        {latest === undefined ? '–' : figure(latest, unit)}
      </span>
    </span>
  )
}
