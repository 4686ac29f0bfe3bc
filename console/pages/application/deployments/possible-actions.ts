import type { DeploymentSummary } from '#client/resources/applications/deployments.ts'
import type { Release } from '#client/resources/applications/releases.ts'

export type DeploymentAction = 'cancel' | 'redeploy' | 'rollback'

type Known = Pick<DeploymentSummary, 'id' | 'uuid' | 'state' | 'action' | 'commit'>

const isInProgress = ({ state }: Pick<DeploymentSummary, 'state'>): boolean =>
  state === 'WIP' || state === 'TASK_RUNNING'

/** The release that a deployment made, if it was live once. */
export const releaseOf = (
  { uuid }: Pick<DeploymentSummary, 'uuid'>,
  releases: readonly Release[],
): Release | undefined => releases.find(({ deploymentId }) => deploymentId === uuid)

/** What can be done with a deployment; the live release cannot be rolled back to, because it is there. */
export function possibleActions(
  deployment: Known,
  releases: readonly Release[],
): DeploymentAction[] {
  if (isInProgress(deployment)) return ['cancel']
  const release = releaseOf(deployment, releases)
  const actions: DeploymentAction[] = []
  if (deployment.action === 'DEPLOY' && deployment.commit !== '') actions.push('redeploy')
  if (release && release.state !== 'LIVE') actions.push('rollback')
  return actions
}
