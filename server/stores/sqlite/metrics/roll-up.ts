import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import {
  applicationSource,
  combineSources,
  type MeasuredId,
  mergeSamples,
  resolutions,
  retention,
  slotOf,
} from '#platform/model/observability/sample.ts'
import { inTransaction, type MetricStatements, resourcesOf } from './metric-statements.ts'
import { appendSamples, readSamples } from './sample-chunks.ts'

/** Time that is merged in one transaction when a server catches up. */
const catchUpStep = 3_600_000

/** Time until which fine samples were merged into coarse ones. */
export function rolledUpUntil(statements: MetricStatements): number {
  const row = statements.progress.get() as { value: number } | undefined
  return row?.value ?? 0
}

/** Merges fine samples into coarse ones, from where the last call ended. */
export async function rollUp(
  database: DatabaseSync,
  statements: MetricStatements,
  now: number,
): Promise<void> {
  const until = slotOf(now, resolutions.coarse)
  const oldest = slotOf(now - retention.fine, resolutions.coarse)
  for (let since = Math.max(oldest, rolledUpUntil(statements)); since < until; ) {
    const end = Math.min(until, since + catchUpStep)
    for (const id of resourcesOf(statements)) {
      inTransaction(database, () => rollUpResource(statements, id, since, end))
      await setImmediate()
    }
    statements.setProgress.run(end)
    since = end
  }
}

function rollUpResource(
  statements: MetricStatements,
  resourceId: MeasuredId,
  since: number,
  until: number,
): void {
  const all = readSamples(statements, { resourceId, resolution: 'fine', since, until })
  const slots = Map.groupBy(
    all.flatMap(({ samples }) => samples),
    ({ at }) => at,
  )
  const combined = [...slots]
    .toSorted(([one], [other]) => one - other)
    .map(([at, samples]) => combineSources(at, samples))
  const total = { source: applicationSource, samples: combined } as const
  for (const { source, samples } of [...all, total]) {
    const merged = [...Map.groupBy(samples, ({ at }) => slotOf(at, resolutions.coarse))].map(
      ([at, within]) => mergeSamples(at, within),
    )
    appendSamples(statements, { resourceId, source, resolution: 'coarse', samples: merged })
  }
}
