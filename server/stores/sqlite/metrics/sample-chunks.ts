import type { SampleQuery } from '#platform/model/observability/metric-store.ts'
import {
  addonSource,
  type MetricSample,
  type MetricSource,
  type Resolution,
  type SampleSeries,
  slotOf,
} from '#platform/model/observability/sample.ts'
import type { MetricStatements } from './metric-statements.ts'
import { decodeSamples, encodeSamples } from './sample-codec.ts'

/** Length of the time that one row holds. */
export const chunkLength: Record<Resolution, number> = { fine: 60_000, coarse: 3_600_000 }

interface Row {
  start: number
  source: MetricSource
  samples: string
}

/** Adds samples to the rows that hold their time. */
export function appendSamples(
  statements: MetricStatements,
  { resourceId, source, resolution, samples }: SampleSeries,
): void {
  const length = chunkLength[resolution]
  for (const [start, added] of Map.groupBy(samples, ({ at }) => slotOf(at, length))) {
    const key = [resourceId, resolution, start, source] as const
    const kept = statements.find.get(...key) as { samples: string } | undefined
    const older = kept ? decodeSamples(start, kept.samples) : []
    // A slot that is merged once more, after a crash, replaces the first attempt; so does an add-on that is asked again.
    const isReplaced = resolution === 'coarse' || source === addonSource
    const times = new Set(isReplaced ? added.map(({ at }) => at) : [])
    const all = [...older.filter(({ at }) => !times.has(at)), ...added]
    const sorted = all.toSorted((one, other) => one.at - other.at)
    statements.put.run(...key, encodeSamples(start, sorted))
  }
}

/** Reads the samples of a short time, by their sources. */
export function readSamples(
  statements: MetricStatements,
  { resourceId, resolution, since, until, source }: SampleQuery,
): SampleSeries[] {
  const from = slotOf(since, chunkLength[resolution])
  const only = source ?? null
  const rows = statements.read.all(resourceId, resolution, from, until, only, only)
  const series = new Map<MetricSource, MetricSample[]>()
  for (const row of rows as unknown as Row[]) {
    const own = series.get(row.source) ?? []
    for (const sample of decodeSamples(row.start, row.samples)) {
      if (sample.at >= since && sample.at < until) own.push(sample)
    }
    series.set(row.source, own)
  }
  return [...series].map(([found, samples]) => ({
    resourceId,
    source: found,
    resolution,
    samples,
  }))
}
