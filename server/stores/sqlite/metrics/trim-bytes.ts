import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import type { MeasuredId } from '#platform/model/observability/sample.ts'

export interface MetricLimits {
  /** Bytes of all samples together. */
  maxBytes: number
  /** Bytes of the samples of one application or add-on. */
  maxApplicationBytes: number
}

/** Bytes of a row beside its samples: its key and what SQLite adds. */
const rowOverhead = 100

/**
 * Deletes the oldest samples of applications and add-ons that take too many bytes; of the largest first when all together do, so that
 * one with many instances does not cost the others theirs.
 */
export async function trimBytes(
  database: DatabaseSync,
  resources: readonly MeasuredId[],
  { maxBytes, maxApplicationBytes }: MetricLimits,
): Promise<void> {
  const measure = database.prepare(
    `select coalesce(sum(length(samples) + ${rowOverhead}), 0) as bytes from chunk where application_id = ?`,
  )
  const bytesOf = (id: MeasuredId) => (measure.get(id) as { bytes: number }).bytes
  const sizes = new Map<MeasuredId, number>()
  for (const id of resources) {
    while (bytesOf(id) > maxApplicationBytes) {
      cutOldest(database, id)
      await setImmediate()
    }
    sizes.set(id, bytesOf(id))
    await setImmediate()
  }
  const total = () => [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
  while (total() > maxBytes) {
    const [largest] = [...sizes].reduce((one, other) => (other[1] > one[1] ? other : one))
    cutOldest(database, largest)
    sizes.set(largest, bytesOf(largest))
    await setImmediate()
  }
}

/** Deletes the oldest quarter of the fine samples, or of the coarse ones when there are no others. */
function cutOldest(database: DatabaseSync, id: MeasuredId): void {
  const range = database.prepare(
    'select min(start) as first, max(start) as last from chunk where application_id = ? and resolution = ?',
  )
  for (const resolution of ['fine', 'coarse']) {
    const { first, last } = range.get(id, resolution) as Record<'first' | 'last', number | null>
    if (first === null || last === null) continue
    const until = first + Math.floor((last - first) / 4)
    database
      .prepare('delete from chunk where application_id = ? and resolution = ? and start <= ?')
      .run(id, resolution, until)
    return
  }
}
