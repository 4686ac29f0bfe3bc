import type { Kysely } from 'kysely'
import type { Vault } from '#kit/crypto/vault.ts'
import type { WebhookDeliveries } from '#platform/model/events/hook-store.ts'
import type { WebhookDelivery } from '#platform/model/events/webhook.ts'
import type { OwnerId, WebhookDeliveryId } from '#platform/model/ids.ts'
import { codec } from '#stores/sql/codec.ts'
import { isDue } from '#stores/sql/due.ts'
import { sql } from '#stores/sql/kysely.ts'
import type { Tables } from '#stores/sql/tables.ts'

export function sqlWebhookDeliveries(db: Kysely<Tables>, vault: Vault): WebhookDeliveries {
  const { toRow, fromRow } = codec<WebhookDelivery>({ sealed: ['url'] }, vault)
  const all = db.selectFrom('webhookDeliveries').selectAll()
  const find = async (id: WebhookDeliveryId) => {
    const row = await all.where('id', '=', id).executeTakeFirst()
    return row && fromRow(row)
  }
  return {
    find,
    async add(delivery) {
      await db.insertInto('webhookDeliveries').values(toRow(delivery)).execute()
    },
    async listOf(webhookId, { limit, before, state }) {
      let query = all.where('webhookId', '=', webhookId)
      if (state !== undefined) query = query.where('state', '=', state)
      if (before !== undefined) {
        const last = await find(before)
        if (last?.webhookId !== webhookId) return []
        query = query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('createdAt', 'id'), '<', tuple(last.createdAt, last.id)),
        )
      }
      const newestFirst = query.orderBy('createdAt', 'desc').orderBy('id', 'desc')
      return (await newestFirst.limit(limit).execute()).map(fromRow)
    },
    async countPending(webhookId) {
      const { count } = await db
        .selectFrom('webhookDeliveries')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('webhookId', '=', webhookId)
        .where('state', '=', 'pending')
        .executeTakeFirstOrThrow()
      return count
    },
    async listDueWebhooks(due, limit) {
      const rows = await db
        .selectFrom('webhookDeliveries')
        .innerJoin('webhooks', 'webhooks.id', 'webhookDeliveries.webhookId')
        .leftJoin('organisations', (join) =>
          join.on(sql`organisations."id"`, '=', sql.ref('webhooks.ownerId')),
        )
        .select(({ fn }) => [
          'webhookDeliveries.webhookId as webhookId',
          'webhooks.ownerId as ownerId',
          sql<OwnerId>`coalesce("quotaAccountId", webhooks."ownerId")`.as('accountId'),
          'webhooks.failingSince as failingSince',
          fn.min('webhookDeliveries.dueAt').as('dueAt'),
        ])
        .where('webhookDeliveries.state', '=', 'pending')
        .where(isDue('webhookDeliveries.dueAt', due))
        .groupBy([
          'webhookDeliveries.webhookId',
          'webhooks.ownerId',
          'accountId',
          'webhooks.failingSince',
        ])
        .orderBy('dueAt')
        .limit(limit)
        .execute()
      return rows.map(({ failingSince, ...row }) => ({ ...row, isFailing: failingSince !== null }))
    },
    async findDue(webhookId, due) {
      const pending = all
        .where('webhookId', '=', webhookId)
        .where('state', '=', 'pending')
        .where(isDue('dueAt', due))
      const row = await pending.orderBy('dueAt').orderBy('eventId').executeTakeFirst()
      return row && fromRow(row)
    },
    async nextDue() {
      const row = await db
        .selectFrom('webhookDeliveries')
        .select('dueAt')
        .where('state', '=', 'pending')
        .orderBy('dueAt')
        .limit(1)
        .executeTakeFirst()
      return row?.dueAt
    },
    async change(id, change) {
      await db.updateTable('webhookDeliveries').set(toRow(change)).where('id', '=', id).execute()
    },
    async failPending(webhookId, failure) {
      await db
        .updateTable('webhookDeliveries')
        .set({ state: 'failed', failure })
        .where('webhookId', '=', webhookId)
        .where('state', '=', 'pending')
        .execute()
    },
    async removeBeyond(webhookId, maxCount) {
      const ended = db
        .selectFrom('webhookDeliveries')
        .select('id')
        .where('webhookId', '=', webhookId)
        .where('state', '!=', 'pending')
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
      const old = await ended.offset(maxCount).limit(10_000).execute()
      if (old.length === 0) return
      const ids = old.map(({ id }) => id)
      await db.deleteFrom('webhookDeliveries').where('id', 'in', ids).execute()
    },
    async removeOlderThan(date) {
      await db
        .deleteFrom('webhookDeliveries')
        .where('state', '!=', 'pending')
        .where('createdAt', '<', date)
        .execute()
    },
  }
}
