import type { DeploymentState } from '#platform/model/hosting/deployments/deployment.ts'
import type { Preview } from './preview.ts'

/** How a preview is doing, its newest deployment included. `awaiting-push`: nothing was pushed to it yet. */
export const previewStatuses = [
  'awaiting-approval',
  'creating',
  'awaiting-push',
  'deploying',
  'ready',
  'failed',
  'removing',
] as const
export type PreviewStatus = (typeof previewStatuses)[number]

const failedStates: readonly DeploymentState[] = ['failed', 'cancelled']

/** A preview that has all is as its newest deployment; one that is behind its source is on the way, or has failed to follow. */
export function previewStatus(
  { state, isOutdated, lastError }: Pick<Preview, 'state' | 'isOutdated' | 'lastError'>,
  deployment: { state: DeploymentState } | undefined,
): PreviewStatus {
  if (state !== 'ready') return state
  if (isOutdated) return lastError === '' ? 'deploying' : 'failed'
  if (!deployment) return 'awaiting-push'
  if (failedStates.includes(deployment.state)) return 'failed'
  return deployment.state === 'live' ? 'ready' : 'deploying'
}
