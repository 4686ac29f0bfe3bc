import type { Kysely } from 'kysely'
import type { Audit } from '#platform/audit/audit-store.ts'
import type { Tables } from '#stores/sql/tables.ts'

export const sqlAudit = (db: Kysely<Tables>): Audit => ({
  async add(entry) {
    await db.insertInto('audit').values(entry).execute()
  },
  async settle(id, ending) {
    await db.updateTable('audit').set(ending).where('id', '=', id).execute()
  },
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
  async removeOlderThan(date) {
    await db.deleteFrom('audit').where('date', '<', date).execute()
  },
})
