import type { Platform } from '#platform/hosting/platform.ts'
import type {
  RedeploymentItem,
  RollingRedeploymentId,
} from '#platform/model/hosting/toolchains/rolling-redeployment.ts'
import type { Store } from '#platform/model/store.ts'
import { enqueueRedeployment } from './redeploy-outdated.ts'

const reason = 'It does not run any more, or a deployment of it is queued already.'

/** Queues deployments of the next applications. */
export async function beginNext(
  platform: Platform,
  id: RollingRedeploymentId,
  count: number,
): Promise<void> {
  const { store, queue } = platform
  if (count === 0) return
  const page = { states: ['waiting'], limit: count } as const
  for (const item of await store.rollingRedeployments.listItems(id, page)) {
    const isQueued = await store.transaction((inside) => begin(platform, inside, item))
    if (isQueued) queue.wake(item.applicationId)
  }
}

/** The deployment and the note of it are one transaction, so that no restart of the server deploys an application twice. */
async function begin(platform: Platform, store: Store, item: RedeploymentItem): Promise<boolean> {
  const startedAt = platform.clock()
  const states = { from: 'waiting', to: 'deploying' } as const
  if (!(await store.rollingRedeployments.enterItem(item, states, { startedAt }))) return false
  const deploymentId = await enqueueRedeployment({ ...platform, store }, item.applicationId)
  const [to, change] = deploymentId
    ? (['deploying', { deploymentId }] as const)
    : (['skipped', { reason, endedAt: startedAt }] as const)
  await store.rollingRedeployments.enterItem(item, { from: 'deploying', to }, change)
  return deploymentId !== undefined
}
