import type { Kysely } from 'kysely'
import { type Deployment, unfinishedStates } from '#platform/deployments/deployment.ts'
import type { Deployments } from '#platform/store.ts'
import { fromRow, toRow } from '#stores/sql/codec.ts'
import { sql } from '#stores/sql/kysely.ts'
import type { Row, Tables } from '#stores/sql/tables.ts'

const toDeployment = (row: Row<Deployment>): Deployment =>
  fromRow<Deployment>(row, ['withoutCache', 'cancelRequested'])

export const sqlDeployments = (db: Kysely<Tables>): Deployments => ({
  async add(deployment) {
    const { applicationId, id, state, createdAt } = deployment
    const row = await db
      .insertInto('deployments')
      .values({
        ...toRow(deployment),
        number: sql<number>`(select coalesce(max("number"), 0) + 1 from deployments
          where "applicationId" = ${applicationId})`,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await db
      .insertInto('deploymentSteps')
      .values({ deploymentId: id, state, date: createdAt })
      .execute()
    return toDeployment(row)
  },
  async find(id) {
    const row = await db
      .selectFrom('deployments')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    return row && toDeployment(row)
  },
  async findByNumber(applicationId, number) {
    const row = await db
      .selectFrom('deployments')
      .selectAll()
      .where('applicationId', '=', applicationId)
      .where('number', '=', number)
      .executeTakeFirst()
    return row && toDeployment(row)
  },
  async listOf(applicationId, { limit, offset, action }) {
    let query = db
      .selectFrom('deployments')
      .selectAll()
      .where('applicationId', '=', applicationId)
      .orderBy('number', 'desc')
    if (action) query = query.where('action', '=', action)
    if (limit !== undefined || offset) query = query.limit(limit ?? Number.MAX_SAFE_INTEGER)
    if (offset) query = query.offset(offset)
    return (await query.execute()).map(toDeployment)
  },
  async listUnfinished() {
    const rows = await db
      .selectFrom('deployments')
      .selectAll()
      .where('state', 'in', unfinishedStates)
      .orderBy('createdAt')
      .orderBy('number')
      .execute()
    return rows.map(toDeployment)
  },
  async enter(id, { from, to, date, failure }) {
    const { numUpdatedRows } = await db
      .updateTable('deployments')
      .set({ state: to, changedAt: date, ...(failure === undefined ? {} : { failure }) })
      .where('id', '=', id)
      .where('state', '=', from)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await db.insertInto('deploymentSteps').values({ deploymentId: id, state: to, date }).execute()
    return true
  },
  async countAttempt(id) {
    await db
      .updateTable('deployments')
      .set((row) => ({ attempts: row('attempts', '+', 1) }))
      .where('id', '=', id)
      .execute()
  },
  async setInstances(id, instances) {
    await db.updateTable('deployments').set({ instances }).where('id', '=', id).execute()
  },
  async requestCancel(id) {
    await db.updateTable('deployments').set({ cancelRequested: 1 }).where('id', '=', id).execute()
  },
  steps: (id) =>
    db
      .selectFrom('deploymentSteps')
      .selectAll()
      .where('deploymentId', '=', id)
      .orderBy('date')
      .execute(),
})
