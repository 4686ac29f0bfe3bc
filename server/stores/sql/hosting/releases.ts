import type { Kysely } from 'kysely'
import type { Vault } from '#kit/crypto/vault.ts'
import type { Release, Releases } from '#platform/model/hosting/deployments/release.ts'
import type { Row, Tables } from '#stores/sql/tables.ts'

export function sqlReleases(db: Kysely<Tables>, vault: Vault): Releases {
  const toRelease = ({ origin, ...row }: Row<Release>): Release => ({
    ...row,
    ...(origin && { origin: JSON.parse(origin) }),
    artifact: JSON.parse(row.artifact),
    recipe: JSON.parse(row.recipe),
    environment: Object.freeze(JSON.parse(vault.open(row.environment))),
  })
  return {
    async put(release) {
      const row = {
        ...release,
        artifact: JSON.stringify(release.artifact),
        recipe: JSON.stringify(release.recipe),
        environment: vault.seal(JSON.stringify(release.environment)),
        origin: release.origin ? JSON.stringify(release.origin) : null,
      }
      await db
        .insertInto('releases')
        .values(row)
        .onConflict((conflict) => conflict.column('deploymentId').doUpdateSet(row))
        .execute()
    },
    async find(deploymentId) {
      const row = await db
        .selectFrom('releases')
        .selectAll()
        .where('deploymentId', '=', deploymentId)
        .executeTakeFirst()
      return row && toRelease(row)
    },
    async recipesOf(ids) {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectFrom('releases')
        .select(['deploymentId', 'recipe'])
        .where('deploymentId', 'in', ids)
        .execute()
      return new Map(rows.map(({ deploymentId, recipe }) => [deploymentId, JSON.parse(recipe)]))
    },
    async findBuilt(applicationId, buildFingerprint) {
      const row = await db
        .selectFrom('releases')
        .selectAll()
        .where('applicationId', '=', applicationId)
        .where('buildFingerprint', '=', buildFingerprint)
        .orderBy('number', 'desc')
        .executeTakeFirst()
      return row && toRelease(row)
    },
    async listOf(applicationId) {
      const rows = await db
        .selectFrom('releases')
        .selectAll()
        .where('applicationId', '=', applicationId)
        .orderBy('number', 'desc')
        .execute()
      return rows.map(toRelease)
    },
    async remove(deploymentId) {
      await db.deleteFrom('releases').where('deploymentId', '=', deploymentId).execute()
    },
  }
}
