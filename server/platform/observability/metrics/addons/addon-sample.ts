import type { AddonId } from '#platform/model/ids.ts'
import {
  addonSource,
  type MetricSample,
  mergeSamples,
  noStatus,
  resolutions,
  type SampleSeries,
  slotOf,
} from '#platform/model/observability/sample.ts'
import type { ResourceUsage } from '#protocol/usage.ts'

/** Each question costs a query in a database, or a request to somebody else. */
export const addonSampleInterval = 60_000

/** What an add-on used in one bucket of time, on average; `null` where its provider measures nothing. */
export interface AddonPoint {
  /** Start of the bucket. */
  at: number
  diskBytes: number | null
  /** What the plan allows. */
  maxDiskBytes: number | null
  memoryBytes: number | null
  maxMemoryBytes: number | null
  connections: number | null
  maxConnections: number | null
}

const figures = [
  'diskBytes',
  'maxDiskBytes',
  'memoryBytes',
  'maxMemoryBytes',
  'connections',
  'maxConnections',
] as const

/** The sample of a provider's answer; `undefined` when it measures nothing. */
export function sampleOf(usage: ResourceUsage, now: number): MetricSample | undefined {
  if (figures.every((name) => usage[name] === undefined)) return undefined
  return {
    at: slotOf(now, resolutions.fine),
    duration: addonSampleInterval,
    ...usage,
    requests: 0,
    status: noStatus,
    latency: [],
  }
}

/** A series of one sample. */
export const seriesOf = (resourceId: AddonId, sample: MetricSample): SampleSeries => ({
  resourceId,
  source: addonSource,
  resolution: 'fine',
  samples: [sample],
})

/** Points of an add-on. Buckets without a sample are left out. */
export function addonPointsOf(series: readonly SampleSeries[], span: number): AddonPoint[] {
  const samples = series.flatMap((one) => one.samples)
  return [...Map.groupBy(samples, ({ at }) => slotOf(at, span))]
    .toSorted(([one], [other]) => one - other)
    .map(([at, within]) => {
      const merged = mergeSamples(at, within)
      const values = figures.map((name) => [name, merged[name] ?? null])
      return { at, ...Object.fromEntries(values) } as AddonPoint
    })
}
