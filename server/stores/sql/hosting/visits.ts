import type { Kysely } from 'kysely'
import type { Visits } from '#platform/model/hosting/visitors/visits.ts'
import { whole } from '#stores/sql/codec.ts'
import type { Tables } from '#stores/sql/tables.ts'

export const sqlVisits = (db: Kysely<Tables>): Visits => ({
  put: (visits) =>
    whole(db, async (inside) => {
      for (const { applicationId, lastVisitAt } of visits) {
        await inside
          .insertInto('visits')
          .columns(['applicationId', 'lastVisitAt'])
          .expression((from) =>
            from
              .selectFrom('applications')
              .select((column) => ['id', column.val(lastVisitAt).as('lastVisitAt')])
              .where('id', '=', applicationId),
          )
          .onConflict((conflict) =>
            conflict
              .column('applicationId')
              .doUpdateSet({ lastVisitAt })
              .where('visits.lastVisitAt', '<', lastVisitAt),
          )
          .execute()
      }
    }),
  async find(applicationId) {
    const row = await db
      .selectFrom('visits')
      .select('lastVisitAt')
      .where('applicationId', '=', applicationId)
      .executeTakeFirst()
    return row?.lastVisitAt
  },
})
