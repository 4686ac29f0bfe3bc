import type { Platform } from '#platform/hosting/platform.ts'
import { type Deployment, isEnded } from '#platform/model/hosting/deployments/deployment.ts'
import type {
  RedeploymentItem,
  RollingRedeploymentId,
} from '#platform/model/hosting/toolchains/rolling-redeployment.ts'

/** A deployment that takes longer counts as failed, and goes on. */
const timeout = 3_600_000

/** Notes which deployments have ended. */
export async function settleItems(platform: Platform, id: RollingRedeploymentId): Promise<void> {
  const { store, clock } = platform
  for (const item of await store.rollingRedeployments.listItems(id, { states: ['deploying'] })) {
    const end = await endOf(platform, item)
    if (!end) continue
    const change = { endedAt: clock(), reason: end.reason }
    await store.rollingRedeployments.enterItem(item, { from: 'deploying', to: end.to }, change)
  }
}

type End = { to: 'live'; reason: null } | { to: 'failed'; reason: string }

const failed = (reason: string): End => ({ to: 'failed', reason })

async function endOf(
  { store, times }: Platform,
  { deploymentId, startedAt }: RedeploymentItem,
): Promise<End | undefined> {
  const deployment = deploymentId ? await store.deployments.find(deploymentId) : undefined
  if (!deploymentId || !deployment) return failed('Its deployment is gone.')
  if (isEnded(deployment)) return endIn(deployment)
  const isLate = startedAt !== null && times.since(deploymentId, startedAt) > timeout
  return isLate ? failed('Its deployment did not end within an hour.') : undefined
}

/** A task is stopped after it has run. */
const endIn = ({ state, failure }: Deployment): End =>
  state === 'live' || state === 'stopped'
    ? { to: 'live', reason: null }
    : failed(failure ?? `Its deployment was ${state}.`)
