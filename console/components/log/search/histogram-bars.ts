import type { LogCounts } from '#client/resources/applications/logs.ts'

/** Lines of a part of the time, in milliseconds; `until` is its last one. */
export interface HistogramBar {
  from: number
  until: number
  total: number
  counts: Readonly<Record<string, number>>
}

/** What lines are counted as, from the bottom of a bar up. */
export interface CountGroup {
  key: string
  label: string
  /** Token of its colour. */
  colour: 'muted' | 'accent' | 'good' | 'warning' | 'wrong'
}

const maxBars = 1000

/** A bar for each part of the time, also for those without a line. */
export function barsOf({ since, until, span, points }: LogCounts): HistogramBar[] {
  const length = span * 1000
  const known = new Map(points.map((point) => [Date.parse(point.date), point]))
  const first = Math.floor(Date.parse(since) / length) * length
  const end = Date.parse(until)
  const count = Math.floor((end - first) / length) + 1
  return Array.from({ length: Math.min(Math.max(count, 0), maxBars) }, (_, at) => {
    const from = first + at * length
    const { total = 0, counts = {} } = known.get(from) ?? {}
    return { from, until: Math.min(from + length - 1, end), total, counts }
  })
}

/** Two places among bars as the bars from the first to the last of them. */
export const between = (one: number, other: number): [first: number, last: number] =>
  one < other ? [one, other] : [other, one]

/** Pieces of a bar from the bottom up, in parts of the highest bar. */
export function piecesOf(
  { counts }: Pick<HistogramBar, 'counts'>,
  groups: readonly { key: string }[],
  highest: number,
): { key: string; from: number; size: number }[] {
  let from = 0
  return groups.flatMap(({ key }) => {
    const size = (counts[key] ?? 0) / Math.max(highest, 1)
    if (size === 0) return []
    const piece = { key, from, size }
    from += size
    return [piece]
  })
}
