import type { AddonMetrics, AddonPoint } from '#client/resources/applications/metrics.ts'
import { type CourseRow, courseTable } from './course-table.ts'
import { bytesText, countText, percentText } from './figures.ts'

const rows: readonly CourseRow<AddonPoint>[] = [
  { name: 'Size', read: (point) => point.diskBytes, text: bytesText },
  { name: 'of its plan', read: (point) => point.diskPercent, text: percentText, max: 100 },
  { name: 'Memory', read: (point) => point.memoryBytes, text: bytesText },
  { name: 'of its plan', read: (point) => point.memoryPercent, text: percentText, max: 100 },
  { name: 'Connections', read: (point) => point.connections, text: countText },
  { name: 'allowed', read: (point) => point.maxConnections, text: countText },
]

/** One line per metric of an add-on that its provider measures. */
export function addonMetricsText({ points, ...range }: AddonMetrics): string {
  const measured = rows.filter(({ read }) =>
    points.some((point) => read(point, range.span) !== null),
  )
  return courseTable(measured, points, range)
}
