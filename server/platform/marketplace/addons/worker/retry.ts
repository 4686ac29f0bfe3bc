import { deprovision } from '#platform/marketplace/addons/orders/deprovision.ts'
import { refuseSettled } from '#platform/marketplace/addons/orders/order.ts'
import { isOpen, provision } from '#platform/marketplace/addons/orders/provision.ts'
import { requestPlanChange } from '#platform/marketplace/addons/plans/request-plan-change.ts'
import { findRunning } from '#platform/marketplace/addons/plans/running-switch.ts'
import type { ProviderContext } from '#platform/marketplace/providers/calls/call-provider.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { answerInTime } from './answer-in-time.ts'

/** Calls the provider again now, for an add-on that is uncertain, being deleted or changing its plan. */
export function retryAddon(platform: ProviderContext, { id }: Addon): Promise<Addon | undefined> {
  const retrying = platform.provisioningQueue.withLock(id, async () => {
    const { store } = platform
    const addon = await store.addons.find(id)
    if (addon?.state === 'deleting') return deprovision(platform, id)
    if (addon && isOpen(addon)) {
      const settled = await provision(platform, id, { isRetry: true })
      return settled.addon ?? refuseSettled(settled.sentence)
    }
    if (!addon || !(await findRunning(store, id))) {
      throw new Refusal('conflict', `Nothing to retry: the add-on is ${addon?.state ?? 'deleted'}.`)
    }
    const refused = await requestPlanChange(platform, id, { isRetry: true })
    if (refused) throw refused
    return store.addons.find(id)
  })
  return answerInTime(platform, id, retrying)
}
