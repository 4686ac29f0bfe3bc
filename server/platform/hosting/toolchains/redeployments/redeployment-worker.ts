import { createWorker, type Worker } from '#kit/concurrency/worker.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { claimPoll } from '#platform/model/claims.ts'
import type { RollingRedeployment } from '#platform/model/hosting/toolchains/rolling-redeployment.ts'
import { beginNext } from './begin-next.ts'
import { nextStep } from './next-step.ts'
import { planItems } from './plan-items.ts'
import { settleItems } from './settle-items.ts'

/** Between two looks at the deployments that have begun. */
const interval = 1000

export interface RedeploymentWorkerOptions {
  platform: () => Platform
  onBug: (error: unknown) => void
}

/**
 * Drives the rolling redeployment that the store has. All of it is in the store, so a server that starts goes on where the last one was. Each
 * server plans the applications that live there; one of them begins deployments.
 */
export function createRedeploymentWorker({ platform, onBug }: RedeploymentWorkerOptions): Worker {
  return createWorker({
    async run(signal) {
      const { store } = platform()
      const redeployment = await store.rollingRedeployments.find()
      const isRunning = redeployment?.state === 'running'
      if (redeployment && isRunning) await planItems(platform(), redeployment, { signal, onBug })
      const isUnderWay =
        redeployment &&
        (await store.claims.lead('rolling redeployment', () => advance(platform(), redeployment)))
          ?.result
      if (isRunning || isUnderWay) return interval
      // Another server may get the order to begin one.
      return store.claims.isShared ? claimPoll : undefined
    },
    onError: onBug,
  })
}

/** Notes which deployments have ended, and begins others; whether there is more to note later. */
async function advance(platform: Platform, { id }: RollingRedeployment): Promise<boolean> {
  const { rollingRedeployments } = platform.store
  await settleItems(platform, id)
  const redeployment = await rollingRedeployments.find()
  if (redeployment?.id !== id) return false
  const counts = await rollingRedeployments.countItems(id)
  if (redeployment.state === 'running') {
    const step = nextStep(redeployment, counts)
    if ('begin' in step) await beginNext(platform, id, step.begin)
    else await rollingRedeployments.end(id, step.end, platform.clock())
    return true
  }
  return (counts.get('deploying') ?? 0) > 0
}
