import type { Kysely } from 'kysely'
import type { Audit, AuditedResource } from '#platform/model/identity/audit/audit-store.ts'
import type { AuditEntry } from '#platform/model/identity/audit/entry.ts'
import type { LogSourceId } from '#platform/model/ids.ts'
import { whole } from '#stores/sql/codec.ts'
import { sql } from '#stores/sql/kysely.ts'
import type { Tables } from '#stores/sql/tables.ts'

/** Resources that one query asks for. */
const maxResources = 200

export const sqlAudit = (db: Kysely<Tables>): Audit => ({
  async add(entry, resourceIds = []) {
    const insert = (inside: Kysely<Tables>) => inside.insertInto('audit').values(entry).execute()
    if (entry.outcome === 'begun' || resourceIds.length === 0) {
      await insert(db)
      return
    }
    await whole(db, async (inside) => {
      await insert(inside)
      await publish(inside, entry, resourceIds)
    })
  },
  settle: (id, ending, resourceIds = []) =>
    whole(db, async (inside) => {
      await inside.updateTable('audit').set(ending).where('id', '=', id).execute()
      await publish(inside, { id, ...ending }, resourceIds)
    }),
  publish: (entry, resourceIds) => whole(db, (inside) => publish(inside, entry, resourceIds)),
  async listUnpublished(before, { limit, offset }) {
    return db
      .selectFrom('audit')
      .selectAll()
      .where('outcome', '=', 'begun')
      .where('date', '<', before)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('auditTargets')
              .select('entryId')
              .whereRef('auditTargets.entryId', '=', 'audit.id'),
          ),
        ),
      )
      .orderBy('date')
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute()
  },
  listBegun: (actions, before) =>
    db
      .selectFrom('audit')
      .selectAll()
      .where('outcome', '=', 'begun')
      .where('action', 'in', actions)
      .where('date', '<', before)
      .orderBy('date')
      .orderBy('id')
      .execute(),
  async listOf(ownerId, { limit, before, action, userId }) {
    let query = db.selectFrom('audit').selectAll().where('ownerId', '=', ownerId)
    if (action !== undefined) query = query.where('action', '=', action)
    if (userId !== undefined) query = query.where('userId', '=', userId)
    if (before !== undefined) {
      const last = await db
        .selectFrom('audit')
        .select(['date', 'id'])
        .where('id', '=', before)
        .where('ownerId', '=', ownerId)
        .executeTakeFirst()
      if (!last) return []
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('date', 'id'), '<', tuple(last.date, last.id)),
      )
    }
    return query.orderBy('date', 'desc').orderBy('id', 'desc').limit(limit).execute()
  },
  async listPublished({ resourceId, ownerId }, after, limit) {
    const rows = await db
      .selectFrom('auditTargets')
      .innerJoin('audit', 'audit.id', 'auditTargets.entryId')
      .selectAll('audit')
      .select('auditTargets.sequence as sequence')
      .where('auditTargets.resourceId', '=', resourceId)
      .where('auditTargets.ownerId', '=', ownerId)
      // An entry that was published without its outcome may have gone to another owner with it.
      .where('audit.ownerId', '=', ownerId)
      .where('auditTargets.sequence', '>', after)
      .orderBy('auditTargets.sequence')
      .limit(limit)
      .execute()
    return rows.map(({ sequence, ...entry }) => ({ sequence, entry }))
  },
  async lastPublished(resources) {
    const found: (AuditedResource & { sequence: number })[] = []
    for (let place = 0; place < resources.length; place += maxResources) {
      const some = resources.slice(place, place + maxResources)
      const rows = await db
        .selectFrom('auditTargets')
        .select(({ fn }) => ['resourceId', 'ownerId', fn.max('sequence').as('sequence')])
        .where(({ eb, or }) =>
          or(
            some.map(({ resourceId, ownerId }) =>
              eb('resourceId', '=', resourceId).and('ownerId', '=', ownerId),
            ),
          ),
        )
        .groupBy(['resourceId', 'ownerId'])
        .execute()
      found.push(...rows)
    }
    return found
  },
  async countPublished({ resourceId, ownerId }, after, max) {
    const waiting = db
      .selectFrom('auditTargets')
      .select('sequence')
      .where('resourceId', '=', resourceId)
      .where('ownerId', '=', ownerId)
      .where('sequence', '>', after)
      .limit(max)
    const { count } = await db
      .selectFrom(waiting.as('waiting'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  },
  async removeOlderThan(date) {
    await db.deleteFrom('audit').where('date', '<', date).execute()
  },
})

/**
 * Puts an entry at the next place. The row of the sequence is locked until the transaction ends, so that places become
 * visible in their order, and a reader that has come to one has missed none before it.
 */
async function publish(
  db: Kysely<Tables>,
  { id: entryId, ownerId }: Pick<AuditEntry, 'id' | 'ownerId'>,
  resourceIds: readonly LogSourceId[],
): Promise<void> {
  if (resourceIds.length === 0) return
  const { last: sequence } = await db
    .updateTable('eventSequence')
    .set({ last: sql<number>`"last" + 1` })
    .where('name', '=', 'audit')
    .returning('last')
    .executeTakeFirstOrThrow()
  const rows = resourceIds.map((resourceId) => ({ resourceId, ownerId, sequence, entryId }))
  await db.insertInto('auditTargets').values(rows).execute()
}
