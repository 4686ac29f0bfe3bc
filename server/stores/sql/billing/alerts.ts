import type { Kysely } from 'kysely'
import type { Vault } from '#kit/crypto/vault.ts'
import type {
  NoticeKey,
  SpendingAlerts,
  SpendingNotices,
} from '#platform/model/billing/alert-store.ts'
import type { SpendingAlert, SpendingNotice } from '#platform/model/billing/spending-alert.ts'
import { codec, isDone } from '#stores/sql/codec.ts'
import { isDue } from '#stores/sql/due.ts'
import type { Tables } from '#stores/sql/tables.ts'

export function sqlSpendingAlerts(db: Kysely<Tables>, vault: Vault): SpendingAlerts {
  const { toRow, fromRow } = codec<SpendingAlert>(
    { boolean: ['byEmail'], sealed: ['webhook'] },
    vault,
  )
  return {
    async listOf(ownerId) {
      const rows = await db
        .selectFrom('spendingAlerts')
        .selectAll()
        .where('ownerId', '=', ownerId)
        .execute()
      return rows.map(fromRow).toSorted((one, other) => Number(one.amount) - Number(other.amount))
    },
    async replace(ownerId, alerts) {
      await db.deleteFrom('spendingAlerts').where('ownerId', '=', ownerId).execute()
      if (alerts.length === 0) return
      await db
        .insertInto('spendingAlerts')
        .values(alerts.map((alert) => toRow(alert)))
        .execute()
    },
    async owners() {
      const rows = await db.selectFrom('spendingAlerts').select('ownerId').distinct().execute()
      return rows.map(({ ownerId }) => ownerId)
    },
  }
}

export function sqlSpendingNotices(db: Kysely<Tables>, vault: Vault): SpendingNotices {
  const { toRow, fromRow } = codec<SpendingNotice>({ sealed: ['webhook'] }, vault)
  const all = db.selectFrom('spendingNotices').selectAll()
  return {
    add: (notice) =>
      isDone(
        db
          .insertInto('spendingNotices')
          .values(toRow(notice))
          .onConflict((conflict) => conflict.doNothing()),
      ),
    async listOf(ownerId, month) {
      const rows = await all.where('ownerId', '=', ownerId).where('month', '=', month).execute()
      return rows.map(fromRow)
    },
    async listDue(due, maxCount) {
      const waiting = all.where('webhook', 'is not', null).where(isDue('dueAt', due))
      return (await waiting.orderBy('dueAt').limit(maxCount).execute()).map(fromRow)
    },
    async change({ ownerId, month, amount, basis }: NoticeKey, change) {
      await db
        .updateTable('spendingNotices')
        .set(toRow(change))
        .where('ownerId', '=', ownerId)
        .where('month', '=', month)
        .where('amount', '=', amount)
        .where('basis', '=', basis)
        .execute()
    },
  }
}
