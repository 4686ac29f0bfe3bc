import { setImmediate } from 'node:timers/promises'
import type {
  MetricStore,
  RequestsOfMinute,
  RequestsQuery,
  SampleQuery,
} from '#platform/model/observability/metric-store.ts'
import {
  type MetricSource,
  type Resolution,
  type SampleSeries,
  slotOf,
} from '#platform/model/observability/sample.ts'
import {
  inTransaction,
  type MetricStatements,
  prepareStatements,
  resourcesOf,
} from './metric-statements.ts'
import { openOrReplace } from './open-metric-file.ts'
import { rolledUpUntil, rollUp } from './roll-up.ts'
import { appendSamples, readSamples } from './sample-chunks.ts'
import type { MetricLimits } from './trim-bytes.ts'
import { trimSamples } from './trim-samples.ts'

export interface OpenedMetricStore extends MetricStore {
  close(): Promise<void>
}

/** Applications whose requests are read without a pause. */
const readApplications = 50
/** Time that is read without a pause. */
const readStep: Record<Resolution, number> = { fine: 600_000, coarse: 86_400_000 }

/**
 * Samples in a database of their own, so that their writes neither wait for the disk nor delay those of the store.
 * WAL with `synchronous = NORMAL`: a power cut may lose the last transactions, and never damages the file.
 */
export function openMetricDatabase(path: string, limits: MetricLimits): OpenedMetricStore {
  const database = openOrReplace(path)
  const statements = prepareStatements(database)
  return {
    async add(series) {
      inTransaction(database, () => {
        for (const one of series) appendSamples(statements, one)
      })
    },
    rollUp: (now) => rollUp(database, statements, now),
    rolledUpUntil: async () => rolledUpUntil(statements),
    read: (query) => readInSteps(statements, query),
    readRequests: (query) => readRequests(statements, query),
    async forget(resourceId) {
      statements.forget.run(resourceId)
    },
    resources: async () => resourcesOf(statements),
    trim: (now) => trimSamples(database, statements, limits, now),
    async close() {
      database.close()
    },
  }
}

/** A long range of many instances takes a while, in which others are served. */
async function readInSteps(
  statements: MetricStatements,
  query: SampleQuery,
): Promise<SampleSeries[]> {
  const found = new Map<MetricSource, SampleSeries>()
  const step = readStep[query.resolution]
  const { resourceId, resolution } = query
  const { start } = statements.first.get(resourceId, resolution) as { start: number | null }
  if (start === null) return []
  for (let since = Math.max(query.since, start); since < query.until; ) {
    const until = Math.min(query.until, slotOf(since, step) + step)
    for (const series of readSamples(statements, { ...query, since, until })) {
      const known = found.get(series.source)
      if (known) known.samples.push(...series.samples)
      else found.set(series.source, series)
    }
    since = until
    await setImmediate()
  }
  return [...found.values()]
}

async function readRequests(
  statements: MetricStatements,
  { applicationIds, since, until }: RequestsQuery,
): Promise<RequestsOfMinute[]> {
  const found: RequestsOfMinute[] = []
  for (let place = 0; place < applicationIds.length; place += readApplications) {
    const ids = JSON.stringify(applicationIds.slice(place, place + readApplications))
    const rows = statements.requests.all(ids, since, until)
    found.push(...(rows as unknown as RequestsOfMinute[]))
    await setImmediate()
  }
  return found
}
