import type { PlatformEvent } from '#platform/model/events/event.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { QueuedStatus } from '#platform/model/hosting/git-hosts/queued-status.ts'
import { isApplicationId, isDeploymentId } from '#platform/model/ids.ts'

type Told = Pick<
  QueuedStatus,
  'applicationId' | 'commit' | 'deploymentId' | 'state' | 'description'
>

const ends: Readonly<Record<string, Pick<Told, 'state'> & { verb: string }>> = {
  OK: { state: 'success', verb: 'has succeeded' },
  FAIL: { state: 'failure', verb: 'has failed' },
  CANCELLED: { state: 'failure', verb: 'was cancelled' },
}

/** The application that is connected to the repository of this one: that of a preview is its parent. */
export const repositoryOwner = ({ id, previewOf }: Pick<Application, 'id' | 'previewOf'>) =>
  previewOf ?? id

/** The status of a commit that an event tells of; `undefined` for all but the begin and the end of a deployment. */
export function statusOfEvent({ name, data }: PlatformEvent): Told | undefined {
  const { id, uuid, commit, action, state, number } = data
  if (action !== 'DEPLOY' || typeof commit !== 'string' || !/^[0-9a-f]{40,64}$/.test(commit)) {
    return undefined
  }
  if (typeof id !== 'string' || !isApplicationId(id)) return undefined
  if (typeof uuid !== 'string' || !isDeploymentId(uuid)) return undefined
  const about = { applicationId: id, commit, deploymentId: uuid }
  if (name === 'DEPLOYMENT_ACTION_BEGIN') {
    return { ...about, state: 'pending', description: `Deployment ${number} is running.` }
  }
  const end = name === 'DEPLOYMENT_ACTION_END' ? ends[String(state)] : undefined
  return end && { ...about, state: end.state, description: `Deployment ${number} ${end.verb}.` }
}
