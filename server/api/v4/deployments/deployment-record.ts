import { deploymentActions, deploymentStates } from '#api/answers/states.ts'
import type { ReleaseChanges } from '#platform/hosting/deployments/releases/compare-releases.ts'
import { type Deployment, isEnded } from '#platform/model/hosting/deployments/deployment.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import type { DeploymentFailure } from '#platform/overview/read-deployment.ts'

/** A deployment with its duration and its exact state. */
export const deploymentToWire = (deployment: Deployment, author: User | undefined) => ({
  id: deployment.number,
  uuid: deployment.id,
  date: deployment.createdAt,
  duration: isEnded(deployment) ? deployment.changedAt - deployment.createdAt : null,
  state: deploymentStates[deployment.state],
  phase: deployment.state,
  action: deploymentActions[deployment.action],
  commit: deployment.commit,
  cause: deployment.cause,
  instances: deployment.instances,
  author: deployment.authorId ? { id: deployment.authorId, name: author?.name ?? '' } : null,
})

/** Advice of the headline is among that of the failure. */
export const failureToWire = ({ headline, ...failure }: DeploymentFailure) => {
  if (headline === null) return { ...failure, headline }
  const { advice: _, ...shown } = headline
  return { ...failure, headline: shown }
}

export const changesToWire = ({ isCommitChanged, variables, recipe }: ReleaseChanges) => ({
  commit: isCommitChanged,
  variables,
  recipe,
})
