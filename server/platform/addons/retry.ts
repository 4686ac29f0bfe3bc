import type { Asking } from '#platform/partners/ask-partner.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Addon } from './addon.ts'
import { askForPlan } from './ask-for-plan.ts'
import { deprovision } from './deprovision.ts'
import { refuseSettled } from './order.ts'
import { isOpen, provision } from './provision.ts'
import { findRunning } from './running-switch.ts'

/** Asks the partner again, now: for an add-on that is uncertain, being deleted, or on its way to another plan. */
export function retryAddon(platform: Asking, { id }: Addon): Promise<Addon | undefined> {
  return platform.agenda.inTurn(id, async () => {
    const { store } = platform
    const addon = await store.addons.find(id)
    if (addon?.state === 'deleting') return deprovision(platform, id)
    if (addon && isOpen(addon)) {
      const settled = await provision(platform, id, { isAgain: true })
      return settled.addon ?? refuseSettled(settled.sentence)
    }
    if (!addon || !(await findRunning(store, id))) {
      throw new Refusal('conflict', `Nothing to retry: the add-on is ${addon?.state ?? 'deleted'}.`)
    }
    const refused = await askForPlan(platform, id, { isAgain: true })
    if (refused) throw refused
    return store.addons.find(id)
  })
}
