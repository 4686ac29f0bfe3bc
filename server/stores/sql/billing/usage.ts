import type { Kysely } from 'kysely'
import type { Usage } from '#platform/model/billing/billing-store.ts'
import type { Period } from '#platform/model/billing/period.ts'
import type { UsageInterval } from '#platform/model/billing/usage-interval.ts'
import { codec } from '#stores/sql/codec.ts'
import { sql } from '#stores/sql/kysely.ts'
import type { Tables } from '#stores/sql/tables.ts'

export function sqlUsage(db: Kysely<Tables>): Usage {
  const all = db.selectFrom('usage').selectAll().orderBy('from').orderBy('id')
  const { fromRow } = codec<UsageInterval>({})
  const read = async (query: typeof all) => (await query.execute()).map(fromRow)
  const readOne = async (query: typeof all) => (await read(query.limit(1)))[0]
  const open = all.where('until', 'is', null)
  const within = ({ from, until }: Period) =>
    sql<boolean>`"from" < ${until} and ("until" is null or "until" > ${from})`
  return {
    async add(interval) {
      await db.insertInto('usage').values(interval).execute()
    },
    findOpen: (meterId) => readOne(open.where('meterId', '=', meterId)),
    findLast: (meterId) =>
      readOne(
        all
          .where('meterId', '=', meterId)
          .clearOrderBy()
          // Intervals of no length begin at the same time; the open one is the latest.
          .orderBy(sql`"until" is null`, 'desc')
          .orderBy('until', 'desc'),
      ),
    async close(id, until) {
      await db
        .updateTable('usage')
        .set({ until })
        .where('id', '=', id)
        .where('until', 'is', null)
        .execute()
    },
    listOpen: (kinds) => read(open.where('kind', 'in', [...kinds])),
    listOpenOfPlan: (planId) => read(open.where('planId', '=', planId)),
    listOf: (ownerId, period) => read(all.where('ownerId', '=', ownerId).where(within(period))),
    listOfProvider: (providerId, period) =>
      read(all.where('providerId', '=', providerId).where(within(period))),
    async ownersIn(period) {
      const rows = await db
        .selectFrom('usage')
        .select('ownerId')
        .distinct()
        .where(within(period))
        .orderBy('ownerId')
        .execute()
      return rows.map(({ ownerId }) => ownerId)
    },
  }
}
