import {
  type DeploymentRequest,
  requestDeployment,
} from '#platform/hosting/deployments/queue/requests.ts'
import { deploymentOnProbation } from '#platform/hosting/deployments/routes.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import type { Release } from '#platform/model/hosting/deployments/release.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { releasesThatWereLive } from './releases.ts'

export interface RollbackRequest extends Pick<DeploymentRequest, 'authorId' | 'admit'> {
  /** The release before the live one when absent. */
  number?: number
  /** Why the platform goes back; absent when somebody wants it. */
  reason?: string
}

/** Queues a deployment that starts a release again; by default the one before the live one. */
export async function requestRollback(
  platform: Platform,
  application: Application,
  { number, reason, ...request }: RollbackRequest,
): Promise<Deployment> {
  const { deploymentId, number: found, commit } = await findTarget(platform, application, number)
  const cause = reason
    ? `Automatic rollback to release ${found}: ${reason}`
    : `Rollback to release ${found}`
  return requestDeployment(platform, application, {
    ...request,
    commit,
    cause,
    rollbackTo: deploymentId,
  })
}

async function findTarget(
  { store }: Platform,
  { id, liveDeploymentId }: Application,
  number: number | undefined,
): Promise<Release> {
  const probation = number === undefined && (await deploymentOnProbation({ store }, id))
  if (probation) {
    throw new Refusal(
      'conflict',
      `Deployment ${probation.number} is on probation: cancel it, and visitors are back at the live release at once.`,
    )
  }
  const releases = (await releasesThatWereLive(store, id)).map(({ release }) => release)
  const live = releases.findIndex(({ deploymentId }) => deploymentId === liveDeploymentId)
  const found =
    number === undefined ? releases[live + 1] : releases.find((each) => each.number === number)
  if (found) return found
  if (number === undefined) {
    throw new Refusal('conflict', 'There is no release before the live one.')
  }
  throw new Refusal('missing', `There is no release ${number}, or it is no longer on record.`)
}
