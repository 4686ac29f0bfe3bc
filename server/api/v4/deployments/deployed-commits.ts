import { commitSummariesOf, commitUrlsOf } from '#api/v2/commit-summaries.ts'
import {
  type CommitComparison,
  type DeploymentCommits,
  statusOfComparison,
} from '#platform/model/hosting/commits/commit-comparison.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { Platform } from '#platform/platform.ts'

/** Commits of deployments as clients see them: in lists, and with the commits since the one before. */
export async function deployedCommits(
  platform: Pick<Platform, 'store'>,
  applicationId: ApplicationId,
  deployments: readonly Deployment[],
) {
  const [summaries, urlOf, known] = await Promise.all([
    commitSummariesOf(platform, applicationId, deployments),
    commitUrlsOf(platform, applicationId),
    platform.store.deploymentCommits.list(deployments.map(({ id }) => id)),
  ])
  const commitsOf = new Map(known.map((commits) => [commits.deploymentId, commits]))
  const brief = ({ id, commit }: Deployment) => {
    const commits = commitsOf.get(id)
    return {
      branch: commits?.branch ?? null,
      commitSummary: summaries.get(commit) ?? null,
      comparison: commits ? comparisonToWire(commits) : null,
    }
  }
  const whole = (deployment: Deployment) => {
    const { comparison, ...shown } = brief(deployment)
    const newest = commitsOf.get(deployment.id)?.comparison?.newest ?? []
    return {
      ...shown,
      comparison: comparison && {
        ...comparison,
        newest: newest.map((line) => ({ ...line, url: urlOf(line.commit) })),
      },
    }
  }
  return { brief, whole }
}

function comparisonToWire({ since, comparison }: DeploymentCommits) {
  if (since === null || comparison === null) return null
  const { aheadBy, behindBy, isPartial }: CommitComparison = comparison
  return { since, status: statusOfComparison(comparison), aheadBy, behindBy, isPartial }
}
