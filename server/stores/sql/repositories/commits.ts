import type { Kysely } from 'kysely'
import type {
  DeploymentCommits,
  DeploymentCommitsOfApplications,
} from '#platform/model/hosting/commits/commit-comparison.ts'
import type { CommitSummaries } from '#platform/model/hosting/commits/commit-summary.ts'
import { codec } from '#stores/sql/codec.ts'
import type { Tables } from '#stores/sql/tables.ts'

export const sqlCommitSummaries = (db: Kysely<Tables>): CommitSummaries => ({
  async put(applicationId, summary) {
    const { commit, ...fields } = summary
    await db
      .insertInto('commitSummaries')
      .values({ applicationId, commit, ...fields })
      .onConflict((conflict) => conflict.columns(['applicationId', 'commit']).doUpdateSet(fields))
      .execute()
  },
  async find(applicationId, commit) {
    const row = await db
      .selectFrom('commitSummaries')
      .select(['commit', 'author', 'message', 'date'])
      .where('applicationId', '=', applicationId)
      .where('commit', '=', commit)
      .executeTakeFirst()
    return row && { ...row }
  },
  async list(applicationId, commits) {
    if (commits.length === 0) return []
    const rows = await db
      .selectFrom('commitSummaries')
      .select(['commit', 'author', 'message', 'date'])
      .where('applicationId', '=', applicationId)
      .where('commit', 'in', commits)
      .execute()
    return rows.map((row) => ({ ...row }))
  },
})

const { toRow, fromRow } = codec<DeploymentCommits>({ json: ['comparison'] })

export const sqlDeploymentCommits = (db: Kysely<Tables>): DeploymentCommitsOfApplications => ({
  async put(commits) {
    const { deploymentId, ...fields } = toRow(commits)
    await db
      .insertInto('deploymentCommits')
      .values({ deploymentId, ...fields })
      .onConflict((conflict) => conflict.column('deploymentId').doUpdateSet(fields))
      .execute()
  },
  async list(deploymentIds) {
    if (deploymentIds.length === 0) return []
    const rows = await db
      .selectFrom('deploymentCommits')
      .selectAll()
      .where('deploymentId', 'in', deploymentIds)
      .execute()
    return rows.map(fromRow)
  },
  async branchOf(applicationId, commit) {
    const row = await db
      .selectFrom('deploymentCommits')
      .innerJoin('deployments', 'deployments.id', 'deploymentCommits.deploymentId')
      .select('deploymentCommits.branch')
      .where('deployments.applicationId', '=', applicationId)
      .where('deployments.commit', '=', commit)
      .where('deploymentCommits.branch', 'is not', null)
      .orderBy('deployments.number', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.branch ?? undefined
  },
})
