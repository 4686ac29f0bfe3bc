import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type {
  CommitHistory,
  DeploymentCommits,
} from '#platform/model/hosting/commits/commit-comparison.ts'
import type { CommitSummary } from '#platform/model/hosting/commits/commit-summary.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import type { Store } from '#platform/model/store.ts'

/** Which commit is wanted. */
export interface CommitRequest {
  commit: string
  /** Branch or tag that the commit is of, `null` for none; absent: the one that it was deployed from before. */
  branch?: string | null
  /** Absent: what has changed since the live commit is told. */
  isCompared?: boolean
}

/** What is stored with a deployment about its commit. */
export interface DescribedCommits extends Omit<DeploymentCommits, 'deploymentId'> {
  /** Absent if it is known already, or the repository does not have it. */
  summary: CommitSummary | undefined
}

/**
 * Reads what a commit says of itself, and what has changed since the live one. It is read before the deployment is queued, so that
 * the two are stored together; a repository that cannot be read in time leaves the words out and delays no deployment.
 */
export async function describeCommits(
  { store, repositories }: Pick<Platform, 'store' | 'repositories'>,
  { id, commit: live }: Pick<Application, 'id' | 'commit'>,
  { commit, branch, isCompared = true }: CommitRequest,
): Promise<DescribedCommits> {
  const since = isCompared ? live : null
  const [known, deployedFrom] = await Promise.all([
    store.commitSummaries.find(id, commit),
    branch === undefined ? store.deploymentCommits.branchOf(id, commit) : branch,
  ])
  const isNew = known === undefined || (since !== null && since !== commit)
  const { summary, comparison } = isNew
    ? await repositories.readHistory(id, { commit, since }).catch(() => unreadable)
    : unreadable
  return {
    summary,
    branch: deployedFrom ?? null,
    since,
    comparison: comparison ?? (since === commit ? identical : null),
  }
}

const unreadable: CommitHistory = { summary: undefined, comparison: undefined }
const identical = { aheadBy: 0, behindBy: 0, isPartial: false, newest: [] }

/** Stores them inside the transaction that queues the deployment. */
export async function storeCommits(
  store: Store,
  { id, applicationId }: Pick<Deployment, 'id' | 'applicationId'>,
  { summary, ...commits }: DescribedCommits,
): Promise<void> {
  if (summary) await store.commitSummaries.put(applicationId, summary)
  await store.deploymentCommits.put({ deploymentId: id, ...commits })
}
