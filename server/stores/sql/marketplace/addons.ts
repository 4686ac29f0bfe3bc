import type { Kysely } from 'kysely'
import type { Vault } from '#kit/crypto/vault.ts'
import type { PlanSwitch } from '#platform/model/marketplace/addon.ts'
import type { Addons, PlanSwitches } from '#platform/model/marketplace/addon-store.ts'
import { countOfQuotaAccount, ownersSeenBy } from '#stores/sql/accounts/organisations.ts'
import { codec, isDone } from '#stores/sql/codec.ts'
import type { StoredAddon, Tables } from '#stores/sql/tables.ts'
import { addonCodec } from './addon-row.ts'

export function sqlAddons(db: Kysely<Tables>, vault: Vault): Addons {
  const { toRow, fromRow } = addonCodec(vault)
  const all = db.selectFrom('addons').selectAll().orderBy('createdAt').orderBy('id')
  const count = db.selectFrom('addons').select(({ fn }) => fn.countAll<number>().as('count'))
  return {
    async add(addon) {
      await db.insertInto('addons').values(toRow(addon)).execute()
    },
    async find(id) {
      const row = await all.where('id', '=', id).executeTakeFirst()
      return row && fromRow(row)
    },
    async findByRealId(providerId, realId, surroundings) {
      const named = all.where('providerId', '=', providerId).where('realId', '=', realId)
      const meant = surroundings ? named.where('surroundings', '=', surroundings) : named
      const row = await meant.executeTakeFirst()
      return row && fromRow(row)
    },
    countOfQuotaAccount: (accountId) => countOfQuotaAccount(db, 'addons', accountId),
    async listOf(ownerId) {
      return (await all.where('ownerId', '=', ownerId).execute()).map(fromRow)
    },
    async listSeenBy(userId) {
      const rows = await all.where('ownerId', 'in', ownersSeenBy(db, userId)).execute()
      return rows.map(fromRow)
    },
    async listOfProvider(providerId, { limit, offset, states }) {
      const ofProvider = all.where('providerId', '=', providerId)
      const wanted = states ? ofProvider.where('state', 'in', [...states]) : ofProvider
      return (await wanted.limit(limit).offset(offset).execute()).map(fromRow)
    },
    async countOfPlan(planId) {
      const onTheWay = db
        .selectFrom('planSwitches')
        .select('addonId')
        .where('toPlanId', '=', planId)
        .where('state', '=', 'RUNNING')
      const those = count.where((is) =>
        is.or([is('planId', '=', planId), is('id', 'in', onTheWay)]),
      )
      return (await those.executeTakeFirstOrThrow()).count
    },
    async countOfProvider(providerId) {
      return (await count.where('providerId', '=', providerId).executeTakeFirstOrThrow()).count
    },
    change: (id, from, change) =>
      isDone(
        db
          .updateTable('addons')
          .set(toRow<Partial<StoredAddon>>(change))
          .where('id', '=', id)
          .where('state', 'in', [...from]),
      ),
    listScheduled: () =>
      db
        .selectFrom('addons')
        .select(['id', 'providerId', 'dueAt'])
        .where('dueAt', 'is not', null)
        .$narrowType<{ dueAt: number }>()
        .orderBy('dueAt')
        .execute(),
    async remove(id) {
      await db.deleteFrom('addons').where('id', '=', id).execute()
    },
  }
}

export function sqlPlanSwitches(db: Kysely<Tables>): PlanSwitches {
  const { fromRow } = codec<PlanSwitch>({})
  const all = db.selectFrom('planSwitches').selectAll()
  return {
    async add(planSwitch) {
      await db.insertInto('planSwitches').values(planSwitch).execute()
    },
    async find(id) {
      const row = await all.where('id', '=', id).executeTakeFirst()
      return row && fromRow(row)
    },
    async listOf(addonId) {
      const rows = await all
        .where('addonId', '=', addonId)
        .orderBy('requestedAt', 'desc')
        .orderBy('id')
        .execute()
      return rows.map(fromRow)
    },
    async note(id, message) {
      await db
        .updateTable('planSwitches')
        .set({ message })
        .where('id', '=', id)
        .where('state', '=', 'RUNNING')
        .execute()
    },
    end: (id, ending) =>
      isDone(
        db
          .updateTable('planSwitches')
          .set(ending)
          .where('id', '=', id)
          .where('state', '=', 'RUNNING'),
      ),
  }
}
