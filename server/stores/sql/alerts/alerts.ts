import type { Kysely } from 'kysely'
import type {
  ActiveAlerts,
  AlertRule,
  AlertRules,
} from '#platform/model/observability/alert-rule.ts'
import { codec, isDone } from '#stores/sql/codec.ts'
import type { Tables } from '#stores/sql/tables.ts'

export function sqlAlertRules(db: Kysely<Tables>): AlertRules {
  const { toRow, fromRow } = codec<AlertRule>({ json: ['targets'] })
  const all = db.selectFrom('alertRules').selectAll()
  return {
    async add(rule) {
      await db.insertInto('alertRules').values(toRow(rule)).execute()
    },
    async find(id) {
      const row = await all.where('id', '=', id).executeTakeFirst()
      return row && fromRow(row)
    },
    async listOf(ownerId) {
      const own = all.where('ownerId', '=', ownerId)
      return (await own.orderBy('createdAt').orderBy('id').execute()).map(fromRow)
    },
    listAll: async () => (await all.orderBy('ownerId').orderBy('createdAt').execute()).map(fromRow),
    async change(id, change) {
      await db.updateTable('alertRules').set(toRow(change)).where('id', '=', id).execute()
    },
    remove: (id) => isDone(db.deleteFrom('alertRules').where('id', '=', id)),
    async removeOf(ownerId) {
      await db.deleteFrom('alertRules').where('ownerId', '=', ownerId).execute()
    },
  }
}

export const sqlActiveAlerts = (db: Kysely<Tables>): ActiveAlerts => ({
  add: (alert) =>
    isDone(
      db
        .insertInto('activeAlerts')
        .values(alert)
        .onConflict((conflict) => conflict.columns(['ruleId', 'resourceId']).doNothing()),
    ),
  async listOf(ruleIds) {
    if (ruleIds.length === 0) return []
    const found = db.selectFrom('activeAlerts').selectAll().where('ruleId', 'in', ruleIds)
    const rows = await found.orderBy('since').orderBy('resourceId').execute()
    return rows.map((row) => ({ ...row }))
  },
  remove: (ruleId, resourceId) =>
    isDone(
      db
        .deleteFrom('activeAlerts')
        .where('ruleId', '=', ruleId)
        .where('resourceId', '=', resourceId),
    ),
})
