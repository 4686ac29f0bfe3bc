import type { AddonMetrics, AddonPoint } from '#client/resources/applications/metrics.ts'
import type { Unit } from '#console/format/figures.ts'

type Values = readonly (number | null)[]

/** A figure of an add-on over time, with what its plan allows. */
export interface UsageSeries {
  name: 'disk' | 'memory' | 'connections'
  unit: Unit
  used: Values
  max: Values
}

const figures = [
  { name: 'disk', unit: 'bytes', used: 'diskBytes', max: 'maxDiskBytes' },
  { name: 'memory', unit: 'bytes', used: 'memoryBytes', max: 'maxMemoryBytes' },
  { name: 'connections', unit: 'count', used: 'connections', max: 'maxConnections' },
] as const satisfies readonly {
  name: UsageSeries['name']
  unit: Unit
  used: keyof AddonPoint
  max: keyof AddonPoint
}[]

/** Puts points at their times; what is not measured at all has no series. */
export function usageSeries({ since, until, span, points }: AddonMetrics): {
  times: readonly number[]
  series: readonly UsageSeries[]
} {
  const from = Date.parse(since) / 1000
  const byTime = new Map(points.map((point) => [Date.parse(point.date) / 1000, point]))
  const count = Math.max(Math.floor((Date.parse(until) / 1000 - from) / span), 0)
  // The last point has only begun, and may not have been measured yet.
  const isBegun = byTime.has(from + count * span)
  const times = Array.from({ length: count + (isBegun ? 1 : 0) }, (_, at) => from + at * span)
  const found = times.map((time) => byTime.get(time))
  const values = (key: keyof AddonPoint): Values =>
    found.map((point) => (point?.[key] ?? null) as number | null)
  const series = figures
    .map(({ name, unit, used, max }) => ({ name, unit, used: values(used), max: values(max) }))
    .filter(({ used }) => used.some((value) => value !== null))
  return { times, series }
}

/** What an add-on uses at last, against its plan. */
export function latestUsage({ points }: Pick<AddonMetrics, 'points'>): {
  name: UsageSeries['name']
  unit: Unit
  used: number
  max: number | null
}[] {
  return figures.flatMap(({ name, unit, used, max }) => {
    const point = points.findLast((one) => one[used] !== null)
    const value = point?.[used] ?? null
    return value === null ? [] : [{ name, unit, used: value, max: point?.[max] ?? null }]
  })
}
