import type { Kysely } from 'kysely'
import type { RepositoryBundles } from '#platform/model/hosting/deployments/repository-bundle.ts'
import type { Tables } from '#stores/sql/tables.ts'

export const sqlRepositoryBundles = (db: Kysely<Tables>): RepositoryBundles => ({
  async listOf(applicationId) {
    const rows = await db
      .selectFrom('repositoryBundles')
      .selectAll()
      .where('applicationId', '=', applicationId)
      .orderBy('number')
      .execute()
    return rows.map((row) => ({ ...row, refs: JSON.parse(row.refs) }))
  },
  async newestOf(applicationId) {
    const row = await db
      .selectFrom('repositoryBundles')
      .select('number')
      .where('applicationId', '=', applicationId)
      .orderBy('number', 'desc')
      .executeTakeFirst()
    return row?.number ?? 0
  },
  async add(bundle) {
    const row = { ...bundle, refs: JSON.stringify(bundle.refs) }
    await db.insertInto('repositoryBundles').values(row).execute()
  },
  async removeBefore(applicationId, number) {
    await db
      .deleteFrom('repositoryBundles')
      .where('applicationId', '=', applicationId)
      .where('number', '<', number)
      .execute()
  },
})
