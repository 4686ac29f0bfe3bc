import type { ApplicationId, DeploymentId } from '#platform/model/ids.ts'
import type { CommitSummaries, CommitSummary } from './commit-summary.ts'

/** A commit in one line. */
export interface CommitLine extends Pick<CommitSummary, 'commit' | 'author'> {
  subject: string
}

/** How a commit stands to another one. */
export interface CommitComparison {
  /** Commits that it has and the other has not. */
  aheadBy: number
  /** Commits that the other has and it has not: some after a forced push, or on the way back. */
  behindBy: number
  /** There may be more of both than were counted. */
  isPartial: boolean
  /** The newest of those that it is ahead by. */
  newest: readonly CommitLine[]
}

/** What a repository says of a commit that is about to be deployed. */
export interface CommitHistory {
  /** Absent if the repository does not have it. */
  summary: CommitSummary | undefined
  /** Absent if there is nothing to compare it with, or it takes too long. */
  comparison: CommitComparison | undefined
}

/** The place of a deployment in the history of its repository. */
export interface DeploymentCommits {
  deploymentId: DeploymentId
  /** Branch or tag that it is of; `null` for none. */
  branch: string | null
  /** The commit that was live when it was requested; `null` before the first. */
  since: string | null
  /** `null` if that is not known. */
  comparison: CommitComparison | null
}

export interface DeploymentCommitsOfApplications {
  put(commits: DeploymentCommits): Promise<void>
  /** Those of these deployments that are known. */
  list(deploymentIds: readonly DeploymentId[]): Promise<DeploymentCommits[]>
  /** The branch that a commit was last deployed from, if it was from one. */
  branchOf(applicationId: ApplicationId, commit: string): Promise<string | undefined>
}

/** The parts of the store about commits. */
export interface CommitNouns {
  readonly commitSummaries: CommitSummaries
  readonly deploymentCommits: DeploymentCommitsOfApplications
}

/** The words of Git hosts for how two commits stand to each other. */
export const comparisonStatuses = ['identical', 'ahead', 'behind', 'diverged'] as const

export function statusOfComparison({
  aheadBy,
  behindBy,
}: Pick<CommitComparison, 'aheadBy' | 'behindBy'>): (typeof comparisonStatuses)[number] {
  if (behindBy === 0) return aheadBy === 0 ? 'identical' : 'ahead'
  return aheadBy === 0 ? 'behind' : 'diverged'
}
