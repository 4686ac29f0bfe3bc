import type { Kysely } from 'kysely'
import {
  type Deployment,
  unfinishedStates,
} from '#platform/model/hosting/deployments/deployment.ts'
import type { ApplicationId, DeploymentId } from '#platform/model/ids.ts'
import type { Deployments } from '#platform/model/store.ts'
import { codec, whole } from '#stores/sql/codec.ts'
import { sql } from '#stores/sql/kysely.ts'
import type { Tables } from '#stores/sql/tables.ts'

const { toRow, fromRow: toDeployment } = codec<Deployment>({
  json: ['origin', 'headline'],
  boolean: ['withoutCache', 'cancelRequested'],
})

export const sqlDeployments = (db: Kysely<Tables>): Deployments => ({
  add: (deployment) =>
    whole(db, async (inside) => {
      const { applicationId, id, state, createdAt } = deployment
      const row = await inside
        .insertInto('deployments')
        .values({
          ...toRow(deployment),
          number: sql<number>`(select coalesce(max("number"), 0) + 1 from deployments
            where "applicationId" = ${applicationId})`,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await inside
        .insertInto('deploymentSteps')
        .values({ deploymentId: id, state, date: createdAt })
        .execute()
      return toDeployment(row)
    }),
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
  async listOf(applicationId, { limit, offset, actions, isAscending }) {
    let query = db
      .selectFrom('deployments')
      .selectAll()
      .where('applicationId', '=', applicationId)
      .orderBy('number', isAscending ? 'asc' : 'desc')
    if (actions) query = query.where('action', 'in', actions)
    if (limit !== undefined || offset) query = query.limit(limit ?? Number.MAX_SAFE_INTEGER)
    if (offset) query = query.offset(offset)
    return (await query.execute()).map(toDeployment)
  },
  async listCurrentOf(ownerId, applicationId) {
    const owned = () =>
      db
        .selectFrom('applications')
        .where('applications.ownerId', '=', ownerId)
        .where('applications.wanted', '!=', 'gone')
        .$if(applicationId !== undefined, (query) =>
          query.where('applications.id', '=', applicationId as ApplicationId),
        )
    // Each part is found by an index, however long the history of an application is.
    const newest = owned()
      .innerJoin('deployments', (join) =>
        join.onRef('deployments.applicationId', '=', 'applications.id').on(
          'deployments.number',
          '=',
          sql<number>`(select max(each."number") from deployments as each
              where each."applicationId" = applications."id")`,
        ),
      )
      .selectAll('deployments')
    const live = owned()
      .innerJoin('deployments', 'deployments.id', 'applications.liveDeploymentId')
      .selectAll('deployments')
    const unfinished = db
      .selectFrom('deployments')
      .selectAll('deployments')
      .where('deployments.state', 'in', unfinishedStates)
      .where('deployments.applicationId', 'in', owned().select('applications.id'))
    const rows = await newest.union(live).union(unfinished).execute()
    return rows.map(toDeployment).toSorted((one, other) => other.number - one.number)
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
  async countByState() {
    const rows = await db
      .selectFrom('deployments')
      .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
      .groupBy('state')
      .execute()
    return new Map(rows.map(({ state, count }) => [state, Number(count)]))
  },
  async note(id, times) {
    await db.updateTable('deployments').set(times).where('id', '=', id).execute()
  },
  enter: (id, { from, to, date, failure, failureStep, advice, headline }) =>
    whole(db, async (inside) => {
      const { numUpdatedRows } = await inside
        .updateTable('deployments')
        .set({
          state: to,
          changedAt: date,
          ...(failure === undefined ? {} : { failure }),
          ...(failureStep ? { failureStep } : {}),
          ...(advice ? { advice } : {}),
          ...(headline ? toRow({ headline }) : {}),
        })
        .where('id', '=', id)
        .where('state', '=', from)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      const step = { deploymentId: id, state: to, date }
      await inside.insertInto('deploymentSteps').values(step).execute()
      return true
    }),
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
  async removeAutomaticBeyond(maxCount) {
    const ended = sql`select "id", row_number() over (
        partition by "applicationId" order by "number" desc
      ) as place from deployments where "authorId" = '' and "state" in ('live', 'stopped', 'failed', 'cancelled')
        and "id" not in (select "deploymentId" from releases)
        and "id" not in (select "deploymentId" from instances)
        and "id" not in (select "liveDeploymentId" from applications where "liveDeploymentId" is not null)`
    const surplus = sql<DeploymentId>`(select "id" from (${ended}) as automatic where place > ${maxCount})`
    await whole(db, async (inside) => {
      const removed = await inside
        .selectFrom('deployments')
        .select(['applicationId', 'commit'])
        .distinct()
        .where('id', 'in', surplus)
        .execute()
      await inside.deleteFrom('deploymentSteps').where('deploymentId', 'in', surplus).execute()
      await inside.deleteFrom('deployments').where('id', 'in', surplus).execute()
      for (const { applicationId, commit } of removed) {
        await removeUnusedSummary(inside, applicationId, commit)
      }
    })
  },
  async steps(...ids) {
    if (ids.length === 0) return []
    const rows = await db
      .selectFrom('deploymentSteps')
      .selectAll()
      .where('deploymentId', 'in', ids)
      .execute()
    return rows.toSorted(
      (one, other) => one.date - other.date || places[one.state] - places[other.state],
    )
  },
})

/** A commit that was seen and left out has a summary without a deployment. */
async function removeUnusedSummary(
  db: Kysely<Tables>,
  applicationId: ApplicationId,
  commit: string,
): Promise<void> {
  await db
    .deleteFrom('commitSummaries')
    .where('applicationId', '=', applicationId)
    .where('commit', '=', commit)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deployments')
            .select('id')
            .where('applicationId', '=', applicationId)
            .where('commit', '=', commit),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('connectedRepositories')
            .select('head')
            .where('applicationId', '=', applicationId)
            .where('head', '=', commit),
        ),
      ),
    )
    .execute()
}

/** Order of steps with the same time: a deployment never goes back. */
const places: Record<Deployment['state'], number> = {
  queued: 0,
  building: 1,
  starting: 2,
  checking: 3,
  switching: 4,
  probation: 5,
  live: 6,
  stopped: 6,
  failed: 6,
  cancelled: 6,
}
