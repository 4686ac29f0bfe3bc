import type { Kysely } from 'kysely'
import type { Vault } from '#kit/crypto/vault.ts'
import type {
  Features,
  Plans,
  Providers,
  Testers,
} from '#platform/model/marketplace/addon-store.ts'
import type { Plan } from '#platform/model/marketplace/plan.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import { countOfQuotaAccount } from '#stores/sql/accounts/organisations.ts'
import { codec, fromRow, isDone, toRow } from '#stores/sql/codec.ts'
import type { Row, Tables } from '#stores/sql/tables.ts'

export function sqlProviders(db: Kysely<Tables>, vault: Vault): Providers {
  const texts = codec<Provider>({ json: ['presentation', 'manifest'], sealed: ['manifest'] }, vault)
  const toProvider = (row: Row<Provider>) =>
    texts.fromRow({ ...row, ...fromRow<Provider>(row, ['openInNewTab', 'canUpgrade']) } as never)
  const all = db.selectFrom('providers').selectAll().orderBy('id')
  return {
    add: (provider) =>
      isDone(
        db
          .insertInto('providers')
          .values(toRow(texts.toRow(provider)) as Row<Provider>)
          .onConflict((conflict) => conflict.column('id').doNothing()),
      ),
    async find(id) {
      const row = await all.where('id', '=', id).executeTakeFirst()
      return row && toProvider(row)
    },
    countOfQuotaAccount: (accountId) => countOfQuotaAccount(db, 'providers', accountId),
    async listOf(ownerId) {
      return (await all.where('ownerId', '=', ownerId).execute()).map(toProvider)
    },
    async listAll() {
      return (await all.execute()).map(toProvider)
    },
    async change(id, change) {
      if (Object.keys(change).length === 0) return
      const row = toRow(texts.toRow(change)) as Partial<Row<Provider>>
      await db.updateTable('providers').set(row).where('id', '=', id).execute()
    },
    async remove(id) {
      await db.deleteFrom('providers').where('id', '=', id).execute()
    },
  }
}

export const sqlTesters = (db: Kysely<Tables>): Testers => ({
  async add(providerId, ownerId) {
    await db
      .insertInto('testers')
      .values({ providerId, ownerId })
      .onConflict((conflict) => conflict.columns(['providerId', 'ownerId']).doNothing())
      .execute()
  },
  async remove(providerId, ownerId) {
    await db
      .deleteFrom('testers')
      .where('providerId', '=', providerId)
      .where('ownerId', '=', ownerId)
      .execute()
  },
  async listOf(providerId) {
    const rows = await db
      .selectFrom('testers')
      .select('ownerId')
      .where('providerId', '=', providerId)
      .orderBy('ownerId')
      .execute()
    return rows.map(({ ownerId }) => ownerId)
  },
  async listBy(ownerId) {
    const rows = await db
      .selectFrom('testers')
      .select('providerId')
      .where('ownerId', '=', ownerId)
      .orderBy('providerId')
      .execute()
    return rows.map(({ providerId }) => providerId)
  },
})

export const sqlFeatures = (db: Kysely<Tables>): Features => ({
  async put(feature) {
    const { type, nameCode } = feature
    await db
      .insertInto('features')
      .values(feature)
      .onConflict((conflict) =>
        conflict.columns(['providerId', 'name']).doUpdateSet({ type, nameCode }),
      )
      .execute()
  },
  listOf: (providerId) =>
    db
      .selectFrom('features')
      .selectAll()
      .where('providerId', '=', providerId)
      .orderBy('name')
      .execute(),
  remove: (providerId, name) =>
    isDone(db.deleteFrom('features').where('providerId', '=', providerId).where('name', '=', name)),
})

export function sqlPlans(db: Kysely<Tables>): Plans {
  const texts = codec<Plan>({ json: ['features'] })
  const all = db.selectFrom('plans').selectAll().orderBy('price').orderBy('slug')
  return {
    add: (plan) =>
      isDone(
        db
          .insertInto('plans')
          .values(texts.toRow(plan))
          .onConflict((conflict) => conflict.columns(['providerId', 'slug']).doNothing()),
      ),
    async find(id) {
      const row = await all.where('id', '=', id).executeTakeFirst()
      return row && texts.fromRow(row)
    },
    async listOf(providerId) {
      return (await all.where('providerId', '=', providerId).execute()).map(texts.fromRow)
    },
    async listAll() {
      return (await all.execute()).map(texts.fromRow)
    },
    async change(id, change) {
      if (Object.keys(change).length === 0) return
      await db.updateTable('plans').set(texts.toRow(change)).where('id', '=', id).execute()
    },
    async remove(id) {
      await db.deleteFrom('plans').where('id', '=', id).execute()
    },
  }
}
