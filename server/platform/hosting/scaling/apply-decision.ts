import { scalingAction } from '#platform/hosting/deployments/instances/scale-plan.ts'
import { end } from '#platform/hosting/deployments/pipeline/transition.ts'
import { enqueueScaling } from '#platform/hosting/deployments/queue/requests.ts'
import { servingInstances } from '#platform/hosting/deployments/routes.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { requireRunningQuota } from '#platform/hosting/quotas/running-quota.ts'
import { quotaAccountOf } from '#platform/identity/quotas.ts'
import type { Application, Scale } from '#platform/model/hosting/application.ts'
import { isScaling } from '#platform/model/hosting/deployments/deployment.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import type { ScaleDecision } from './autoscale.ts'
import { clampScale } from './scale-bounds.ts'

type Context = Pick<Platform, 'store' | 'clock' | 'policies' | 'queue' | 'deploymentRate'>

/**
 * Queues the deployment that carries a decision out, with its reason as the cause, and stores the new scale in the same
 * transaction. If the quotas refuse even the smallest step, the deployment fails at once and says so, because the
 * activity is where an owner looks.
 */
export async function applyDecision(
  platform: Context,
  { id, currentInstances, currentFlavor }: Application,
  decision: ScaleDecision,
): Promise<void> {
  const { store, clock, queue } = platform
  await store.transaction(async (inside) => {
    const current = await inside.applications.find(id)
    if (current?.wanted !== 'up' || current.suspended || current.asleepSince !== null) return
    const isChanged =
      current.currentInstances !== currentInstances || current.currentFlavor !== currentFlavor
    const wanted = clampScale(decision.scale, current)
    const action = scalingAction(current, wanted)
    if (isChanged || !action || (await hasUnfinished(inside, current))) return
    const request = { authorId: '', cause: decision.reason } as const
    const enqueue = () => enqueueScaling({ store: inside, clock }, current, action, request)
    const [allowed, refusal] = await allowedScale({ ...platform, store: inside }, current, wanted)
    if (allowed) {
      await inside.applications.change(id, allowed)
      await enqueue()
      return
    }
    const { deployment } = await enqueue()
    await end({ store: inside, clock }, deployment, 'failed', { failure: refusal })
  })
  queue.wake(id)
}

const hasUnfinished = async (store: Store, { id }: Application): Promise<boolean> =>
  (await store.deployments.listUnfinished()).some(({ applicationId }) => applicationId === id)

/**
 * The wanted scale, or one instance more, if the quotas allow it; else their sentence. Steps up are counted by the hour, so
 * that many applications with a load that comes and goes cannot keep the machine at work; steps down free it.
 */
async function allowedScale(
  { store, policies: { quotas }, deploymentRate }: Context,
  current: Application,
  wanted: Scale,
): Promise<[Scale, undefined] | [undefined, string]> {
  const oneMore = { ...wanted, currentInstances: current.currentInstances + 1 }
  const isStep = wanted.currentInstances > oneMore.currentInstances
  let sentence = ''
  for (const scale of isStep ? [wanted, oneMore] : [wanted]) {
    try {
      await requireRunningQuota(store, quotas, { ...current, ...scale })
      if (scalingAction(current, scale) === 'upscale') {
        deploymentRate.countAutoscaling(await quotaAccountOf(store, current.ownerId))
      }
      return [scale, undefined]
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      sentence = error.message
    }
  }
  return [undefined, sentence]
}

/**
 * After scaling that failed: the scale on record becomes the one that serves, if the bounds allow it, so that autoscaling
 * and the next deployment begin with what runs.
 */
export async function settleScale(
  platform: Pick<Platform, 'store'>,
  application: Application,
): Promise<void> {
  const { store } = platform
  const [first, ...others] = await servingInstances(platform, application)
  if (!first || others.some(({ flavor }) => flavor !== first.flavor)) return
  const serving: Scale = { currentInstances: others.length + 1, currentFlavor: first.flavor }
  await store.transaction(async (inside) => {
    const current = await inside.applications.find(application.id)
    const unfinished = await inside.deployments.listUnfinished()
    const isDecidedAnew = unfinished.some(
      (deployment) => deployment.applicationId === application.id && isScaling(deployment),
    )
    if (!current || isDecidedAnew || scalingAction(clampScale(serving, current), serving)) return
    await inside.applications.change(application.id, serving)
  })
}
