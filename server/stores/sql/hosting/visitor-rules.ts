import type { Kysely } from 'kysely'
import type { Vault } from '#kit/crypto/vault.ts'
import type {
  ReleasePages,
  StoredRules,
  StoredVisitorRules,
} from '#platform/model/hosting/visitors/visitor-rules-store.ts'
import type { Row, Tables } from '#stores/sql/tables.ts'

/** The secret of a bypass link is in the maintenance, so that it is encrypted. */
export function sqlVisitorRules(db: Kysely<Tables>, vault: Vault): StoredRules {
  const toRules = (row: Row<StoredVisitorRules>): StoredVisitorRules => ({
    applicationId: row.applicationId,
    maintenance: row.maintenance === null ? null : JSON.parse(vault.open(row.maintenance)),
    basicAuth: row.basicAuth === null ? null : JSON.parse(row.basicAuth),
  })
  return {
    async find(applicationId) {
      const row = await db
        .selectFrom('visitorRules')
        .selectAll()
        .where('applicationId', '=', applicationId)
        .executeTakeFirst()
      return row && toRules(row)
    },
    async listAll() {
      const rows = await db
        .selectFrom('visitorRules')
        .selectAll()
        .orderBy('applicationId')
        .execute()
      return rows.map(toRules)
    },
    async setMaintenance(applicationId, given) {
      const maintenance = given && vault.seal(JSON.stringify(given))
      await db
        .insertInto('visitorRules')
        .values({ applicationId, maintenance, basicAuth: null })
        .onConflict((conflict) => conflict.column('applicationId').doUpdateSet({ maintenance }))
        .execute()
    },
    async setBasicAuth(applicationId, given) {
      const basicAuth = given && JSON.stringify(given)
      await db
        .insertInto('visitorRules')
        .values({ applicationId, maintenance: null, basicAuth })
        .onConflict((conflict) => conflict.column('applicationId').doUpdateSet({ basicAuth }))
        .execute()
    },
  }
}

export const sqlReleasePages = (db: Kysely<Tables>): ReleasePages => ({
  async put(deploymentId, pages) {
    const row = { deploymentId, pages: JSON.stringify(pages) }
    await db
      .insertInto('releasePages')
      .values(row)
      .onConflict((conflict) => conflict.column('deploymentId').doUpdateSet(row))
      .execute()
  },
  async find(deploymentId) {
    const row = await db
      .selectFrom('releasePages')
      .selectAll()
      .where('deploymentId', '=', deploymentId)
      .executeTakeFirst()
    return row && JSON.parse(row.pages)
  },
  async listLive() {
    const rows = await db
      .selectFrom('releasePages')
      .innerJoin('applications', 'applications.liveDeploymentId', 'releasePages.deploymentId')
      .select(['releasePages.deploymentId', 'releasePages.pages'])
      .execute()
    return rows.map(({ deploymentId, pages }) => ({ deploymentId, pages: JSON.parse(pages) }))
  },
})
