import type { Kysely } from 'kysely'
import type { Vault } from '#kit/crypto/vault.ts'
import type { PromotionTargets } from '#platform/model/hosting/deployments/release.ts'
import type { Dependencies, Links } from '#platform/model/marketplace/addon-store.ts'
import { isDone } from '#stores/sql/codec.ts'
import { addonCodec } from '#stores/sql/marketplace/addon-row.ts'
import type { Tables } from '#stores/sql/tables.ts'

export function sqlLinks(db: Kysely<Tables>, vault: Vault): Links {
  const { fromRow } = addonCodec(vault)
  return {
    add: (link) =>
      isDone(
        db
          .insertInto('links')
          .values(link)
          .onConflict((conflict) => conflict.columns(['addonId', 'applicationId']).doNothing()),
      ),
    remove: (addonId, applicationId) =>
      isDone(
        db
          .deleteFrom('links')
          .where('addonId', '=', addonId)
          .where('applicationId', '=', applicationId),
      ),
    async addonsOf(applicationId) {
      const rows = await db
        .selectFrom('addons')
        .innerJoin('links', 'links.addonId', 'addons.id')
        .selectAll('addons')
        .where('links.applicationId', '=', applicationId)
        .orderBy('links.createdAt')
        .orderBy('addons.id')
        .execute()
      return rows.map(fromRow)
    },
    listOfOwner: (ownerId) =>
      db
        .selectFrom('addons')
        .innerJoin('links', 'links.addonId', 'addons.id')
        .selectAll('links')
        .where('addons.ownerId', '=', ownerId)
        .execute(),
    async applicationsOf(addonId) {
      const rows = await db
        .selectFrom('links')
        .select('applicationId')
        .where('addonId', '=', addonId)
        .orderBy('createdAt')
        .execute()
      return rows.map(({ applicationId }) => applicationId)
    },
  }
}

export const sqlDependencies = (db: Kysely<Tables>): Dependencies => ({
  add: (applicationId, dependencyId) =>
    isDone(
      db
        .insertInto('dependencies')
        .values({ applicationId, dependencyId })
        .onConflict((conflict) => conflict.columns(['applicationId', 'dependencyId']).doNothing()),
    ),
  remove: (applicationId, dependencyId) =>
    isDone(
      db
        .deleteFrom('dependencies')
        .where('applicationId', '=', applicationId)
        .where('dependencyId', '=', dependencyId),
    ),
  async of(applicationId) {
    const rows = await db
      .selectFrom('dependencies')
      .select('dependencyId')
      .where('applicationId', '=', applicationId)
      .orderBy('dependencyId')
      .execute()
    return rows.map(({ dependencyId }) => dependencyId)
  },
  async dependentsOf(dependencyId) {
    const rows = await db
      .selectFrom('dependencies')
      .select('applicationId')
      .where('dependencyId', '=', dependencyId)
      .orderBy('applicationId')
      .execute()
    return rows.map(({ applicationId }) => applicationId)
  },
})

export const sqlPromotionTargets = (db: Kysely<Tables>): PromotionTargets => ({
  async set(applicationId, targetId) {
    await db
      .insertInto('promotionTargets')
      .values({ applicationId, targetId })
      .onConflict((conflict) => conflict.column('applicationId').doUpdateSet({ targetId }))
      .execute()
  },
  remove: (applicationId) =>
    isDone(db.deleteFrom('promotionTargets').where('applicationId', '=', applicationId)),
  async of(applicationId) {
    const row = await db
      .selectFrom('promotionTargets')
      .select('targetId')
      .where('applicationId', '=', applicationId)
      .executeTakeFirst()
    return row?.targetId
  },
  async sourcesOf(targetId) {
    const rows = await db
      .selectFrom('promotionTargets')
      .select('applicationId')
      .where('targetId', '=', targetId)
      .orderBy('applicationId')
      .execute()
    return rows.map(({ applicationId }) => applicationId)
  },
})
