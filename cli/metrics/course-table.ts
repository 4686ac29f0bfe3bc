import { table } from '#cli/terminal/table.ts'
import { sparkLine } from './spark-line.ts'

/** One metric of a table. */
export interface CourseRow<Point> {
  name: string
  /** `null` where nothing is known. */
  read(point: Point, span: number): number | null
  text(value: number | null): string
  /** Full height of the line. */
  max?: number
}

/** A range of points, each of `span` seconds. */
interface CourseRange {
  since: string
  until: string
  span: number
}

/** One line per metric: its course, its last and its largest value. */
export function courseTable<Point extends { date: string }>(
  rows: readonly CourseRow<Point>[],
  points: readonly Point[],
  { since, until, span }: CourseRange,
): string {
  const byTime = new Map(points.map((point) => [Date.parse(point.date), point]))
  const times: number[] = []
  for (let at = Date.parse(since); at < Date.parse(until); at += span * 1000) times.push(at)
  const lines = rows.map(({ name, read, text, max }) => {
    const values = times.map((at) => {
      const point = byTime.get(at)
      return point ? read(point, span) : null
    })
    const known = values.filter((value) => value !== null)
    const largest = known.length === 0 ? null : Math.max(...known)
    return [
      name,
      sparkLine(values, max),
      text(values.at(-1) ?? known.at(-1) ?? null),
      text(largest),
    ]
  })
  return table([['', '', 'last', 'most'], ...lines])
}
