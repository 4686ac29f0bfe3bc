import type { Kysely } from 'kysely'
import type { RollingRedeployments } from '#platform/model/hosting/toolchains/rolling-redeployment.ts'
import { isDone, whole } from '#stores/sql/codec.ts'
import { sql } from '#stores/sql/kysely.ts'
import type { Tables } from '#stores/sql/tables.ts'

/** Rows of one statement: databases limit the parameters. */
const batch = 100

export const sqlRollingRedeployments = (db: Kysely<Tables>): RollingRedeployments => ({
  replace: (redeployment, ids) =>
    whole(db, async (inside) => {
      await inside.deleteFrom('redeploymentItems').execute()
      await inside.deleteFrom('rollingRedeployments').execute()
      await inside.insertInto('rollingRedeployments').values(redeployment).execute()
      const items = ids.map((applicationId, index) => ({
        redeploymentId: redeployment.id,
        applicationId,
        number: index + 1,
        state: 'unplanned' as const,
        deploymentId: null,
        startedAt: null,
        endedAt: null,
        reason: null,
      }))
      for (let from = 0; from < items.length; from += batch) {
        const values = items.slice(from, from + batch)
        await inside.insertInto('redeploymentItems').values(values).execute()
      }
    }),
  async find() {
    const row = await db
      .selectFrom('rollingRedeployments')
      .selectAll()
      .orderBy('createdAt', 'desc')
      .executeTakeFirst()
    return row && { ...row }
  },
  end: (id, state, date) =>
    isDone(
      db
        .updateTable('rollingRedeployments')
        .set({ state, endedAt: date })
        .where('id', '=', id)
        .where('state', '=', 'running'),
    ),
  async countItems(id) {
    const rows = await db
      .selectFrom('redeploymentItems')
      .where('redeploymentId', '=', id)
      .groupBy('state')
      .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
      .execute()
    return new Map(rows.map(({ state, count }) => [state, Number(count)]))
  },
  async listItems(id, { states, limit = Number.MAX_SAFE_INTEGER, offset = 0 }) {
    let query = db.selectFrom('redeploymentItems').selectAll().where('redeploymentId', '=', id)
    if (states) query = query.where('state', 'in', states)
    const rows = await query
      .orderBy(sql`case when "endedAt" is null then 1 else 0 end`)
      .orderBy('endedAt')
      .orderBy('number')
      .limit(limit)
      .offset(offset)
      .execute()
    return rows.map((row) => ({ ...row }))
  },
  enterItem: ({ redeploymentId, applicationId }, { from, to }, change = {}) =>
    isDone(
      db
        .updateTable('redeploymentItems')
        .set({ ...change, state: to })
        .where('redeploymentId', '=', redeploymentId)
        .where('applicationId', '=', applicationId)
        .where('state', '=', from),
    ),
})
