import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { retention } from '#platform/model/observability/sample.ts'
import { type MetricStatements, resourcesOf } from './metric-statements.ts'
import { chunkLength } from './sample-chunks.ts'
import { type MetricLimits, trimBytes } from './trim-bytes.ts'

/** Removes samples that are too old, then those that are too many. */
export async function trimSamples(
  database: DatabaseSync,
  statements: MetricStatements,
  limits: MetricLimits,
  now: number,
): Promise<void> {
  for (const id of resourcesOf(statements)) {
    for (const resolution of ['fine', 'coarse'] as const) {
      const oldest = now - retention[resolution] - chunkLength[resolution]
      statements.trim.run(id, resolution, oldest)
    }
    await setImmediate()
  }
  await trimBytes(database, resourcesOf(statements), limits)
  database.exec('pragma incremental_vacuum(2000)')
}
