import type { Kysely } from 'kysely'
import type { DeliveryId } from '#platform/model/ids.ts'
import type { Deliveries } from '#platform/model/marketplace/addon-store.ts'
import type { Delivery } from '#platform/model/marketplace/delivery.ts'
import { codec } from '#stores/sql/codec.ts'
import type { Tables } from '#stores/sql/tables.ts'

export function sqlDeliveries(db: Kysely<Tables>): Deliveries {
  const { fromRow } = codec<Delivery>({})
  const find = async (id: DeliveryId) => {
    const row = await db
      .selectFrom('deliveries')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    return row && fromRow(row)
  }
  return {
    find,
    async add(delivery) {
      await db.insertInto('deliveries').values(delivery).execute()
    },
    async listOf(providerId, { limit, before, addonId, failed }) {
      let query = db.selectFrom('deliveries').selectAll().where('providerId', '=', providerId)
      if (addonId !== undefined) query = query.where('addonId', '=', addonId)
      if (failed !== undefined) query = query.where('trouble', failed ? '!=' : '=', '')
      if (before !== undefined) {
        const last = await find(before)
        if (last?.providerId !== providerId) return []
        query = query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('createdAt', 'id'), '<', tuple(last.createdAt, last.id)),
        )
      }
      const newestFirst = query.orderBy('createdAt', 'desc').orderBy('id', 'desc')
      return (await newestFirst.limit(limit).execute()).map(fromRow)
    },
    async removeOlderThan(date) {
      await db.deleteFrom('deliveries').where('createdAt', '<', date).execute()
    },
    async removeBeyond(providerId, maxCount) {
      const ofProvider = db.selectFrom('deliveries').where('providerId', '=', providerId)
      const first = await ofProvider
        .select('createdAt')
        .orderBy('createdAt', 'desc')
        .offset(maxCount)
        .limit(1)
        .executeTakeFirst()
      if (!first) return
      await db
        .deleteFrom('deliveries')
        .where('providerId', '=', providerId)
        .where('createdAt', '<=', first.createdAt)
        .execute()
    },
  }
}
