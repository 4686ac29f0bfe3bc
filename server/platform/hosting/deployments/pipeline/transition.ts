import { enterState } from '#platform/events/deployment-events.ts'
import { CancelledError } from '#platform/hosting/deployments/queue/interruption.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import {
  type Deployment,
  type DeploymentState,
  mayEnter,
} from '#platform/model/hosting/deployments/deployment.ts'
import type { StateChange } from '#platform/model/store.ts'

/**
 * Moves a deployment to a state, durably, before the work of that state begins, and returns the new snapshot; throws
 * once it was interrupted.
 */
export async function transition(
  platform: Pick<Platform, 'store' | 'clock'>,
  deployment: Deployment,
  state: DeploymentState,
  signal: AbortSignal,
): Promise<Deployment> {
  signal.throwIfAborted()
  return end(platform, deployment, state)
}

/** Like `transition`, for end states after an interruption. Throws when the deployment has been ended concurrently. */
export async function end(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  deployment: Deployment,
  state: DeploymentState,
  failure?: Pick<StateChange, 'failureStep' | 'advice' | 'headline'> & { failure: string },
): Promise<Deployment> {
  if (!mayEnter(deployment.state, state)) {
    throw new Error(`deployment ${deployment.id} cannot go from ${deployment.state} to ${state}`)
  }
  const change = { from: deployment.state, to: state, date: clock(), ...failure }
  if (await store.transaction((inside) => enterState(inside, deployment, change))) {
    return { ...deployment, state, changedAt: change.date, failure: failure?.failure ?? null }
  }
  const ended = (await store.deployments.find(deployment.id)) ?? deployment
  throw new CancelledError(ended.failure ?? `The deployment is ${ended.state}.`)
}
