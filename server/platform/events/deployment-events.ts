import {
  type Deployment,
  type DeploymentState,
  isEnded,
} from '#platform/model/hosting/deployments/deployment.ts'
import type { StateChange, Store } from '#platform/model/store.ts'
import type { EventName } from '#protocol/events.ts'
import { authorOf, recordEvent } from './record-event.ts'

/**
 * Moves a deployment to a state, inside a transaction, together with its events: the first state after `queued` begins
 * it, an end state ends it. Returns `false`, without a write, when it is no longer in `from`.
 */
export async function enterState(
  store: Store,
  deployment: Deployment,
  change: StateChange,
): Promise<boolean> {
  if (!(await store.deployments.enter(deployment.id, change))) return false
  const application = await store.applications.find(deployment.applicationId)
  if (!application) return true
  for (const name of namesOf(change)) {
    const state = name === 'DEPLOYMENT_ACTION_BEGIN' ? 'WIP' : stateNames[change.to]
    await recordEvent(store, {
      ownerId: application.ownerId,
      date: change.date,
      name,
      subjectId: application.id,
      data: {
        id: application.id,
        appId: application.id,
        name: application.name,
        ownerId: application.ownerId,
        uuid: deployment.id,
        number: deployment.number,
        state,
        action: actionNames[deployment.action],
        commit: deployment.commit,
        cause: deployment.cause,
        ...(change.failure && { failure: change.failure }),
        author: await authorOf(store, application.ownerId, deployment.authorId),
      },
    })
  }
  return true
}

/** One that is cancelled or fails in the queue has never begun. */
function namesOf({ from, to }: StateChange): EventName[] {
  const isUnbegun = to === 'cancelled' || to === 'failed'
  const names: (EventName | false)[] = [
    from === 'queued' && !isUnbegun && 'DEPLOYMENT_ACTION_BEGIN',
    isEnded({ state: to }) && 'DEPLOYMENT_ACTION_END',
    (to === 'live' || to === 'stopped') && 'DEPLOYMENT_SUCCESS',
    to === 'failed' && 'DEPLOYMENT_FAIL',
  ]
  return names.filter((name) => name !== false)
}

/** Names of end states in events. */
export const stateNames: Readonly<Partial<Record<DeploymentState, string>>> = {
  live: 'OK',
  stopped: 'OK',
  failed: 'FAIL',
  cancelled: 'CANCELLED',
}

export const actionNames = {
  deploy: 'DEPLOY',
  stop: 'UNDEPLOY',
  upscale: 'UPSCALE',
  downscale: 'DOWNSCALE',
} as const satisfies Record<Deployment['action'], string>
