import type { Kysely } from 'kysely'
import type { BillingAccount } from '#platform/model/billing/billing-account.ts'
import type {
  BillingAccounts,
  BillingTimes,
  Credits,
} from '#platform/model/billing/billing-store.ts'
import { codec } from '#stores/sql/codec.ts'
import type { Tables } from '#stores/sql/tables.ts'

export function sqlBillingAccounts(db: Kysely<Tables>): BillingAccounts {
  const { toRow, fromRow } = codec<BillingAccount>({ json: ['lastAddress'] })
  const all = db.selectFrom('billingAccounts').selectAll()
  return {
    async find(ownerId) {
      const row = await all.where('ownerId', '=', ownerId).executeTakeFirst()
      return row && fromRow(row)
    },
    async put(account) {
      const row = toRow(account)
      await db
        .insertInto('billingAccounts')
        .values(row)
        .onConflict((conflict) => conflict.column('ownerId').doUpdateSet(row))
        .execute()
    },
    async listSuspended() {
      const rows = await all.where('suspendedAt', 'is not', null).orderBy('ownerId').execute()
      return rows.map(fromRow)
    },
  }
}

export const sqlCredits = (db: Kysely<Tables>): Credits => ({
  async add(movement) {
    await db.insertInto('credits').values(movement).execute()
  },
  async listOf(ownerId) {
    const all = db.selectFrom('credits').selectAll().where('ownerId', '=', ownerId)
    const rows = await all.orderBy('createdAt').orderBy('id').execute()
    return rows.map((row) => ({ ...row }))
  },
})

export const sqlBillingTimes = (db: Kysely<Tables>): BillingTimes => ({
  async get(name) {
    const row = await db
      .selectFrom('billingTimes')
      .select('time')
      .where('name', '=', name)
      .executeTakeFirst()
    return row?.time
  },
  async set(name, time) {
    await db
      .insertInto('billingTimes')
      .values({ name, time })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ time }))
      .execute()
  },
})
