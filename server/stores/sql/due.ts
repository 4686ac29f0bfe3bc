import type { RawBuilder } from 'kysely'
import type { DueTime } from '#platform/model/events/due-time.ts'
import { sql } from './kysely.ts'

/** Condition on the due dates in a column. */
export const isDue = (column: string, { now, maxPause }: DueTime): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} <= ${now} or ${sql.ref(column)} > ${now + maxPause})`
