import type { Client } from '#client/client.ts'
import { ApiError } from '#client/http/api-error.ts'
import type { ApplicationAddress } from '#client/resources/applications/application-address.ts'
import type { Deployment, DeploymentSummary } from '#client/resources/applications/deployments.ts'

/** A deployment with what only Berth tells of it. */
export interface ListedDeployment
  extends Deployment,
    Partial<Pick<DeploymentSummary, 'branch' | 'comparison' | 'failure' | 'headline'>> {}

/** The most that the platform describes at once. */
const maxDescribed = 200

/** Deployments, newest first, with their branches, what changed and why they failed. */
export async function listDeployments(
  client: Client,
  application: ApplicationAddress,
  page: { limit?: number } = {},
): Promise<ListedDeployment[]> {
  const [deployments, summaries] = await Promise.all([
    client.deployments.list(application, page),
    client.deployments
      .summaries(application, { limit: Math.min(page.limit ?? maxDescribed, maxDescribed) })
      .catch(unlessMissing),
  ])
  const known = new Map(summaries.map((summary) => [summary.uuid, summary]))
  return deployments.map((deployment) => {
    const summary = known.get(deployment.uuid)
    if (!summary) return deployment
    const { branch, comparison, failure, headline } = summary
    return { ...deployment, branch, comparison, failure, headline }
  })
}

/** A platform that is not Berth has no such list. */
function unlessMissing(error: unknown): DeploymentSummary[] {
  if (error instanceof ApiError && error.status === 404) return []
  throw error
}
