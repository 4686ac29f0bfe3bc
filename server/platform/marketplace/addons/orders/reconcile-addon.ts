import { requestPlanChange } from '#platform/marketplace/addons/plans/request-plan-change.ts'
import {
  nameOf,
  type ProviderContext,
} from '#platform/marketplace/providers/calls/call-provider.ts'
import { recordDelivery } from '#platform/marketplace/providers/calls/record-delivery.ts'
import type { AddonId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { addonStates } from '#platform/model/marketplace/addon-states.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { pauseAfter } from './apply-provision-result.ts'
import { deprovision } from './deprovision.ts'
import { provision } from './provision.ts'
import { requireOffer } from './require-offer.ts'

/** Runs the pending step of an add-on, whose mutex the caller holds. Internal errors are retried later. */
export async function reconcileAddon(platform: ProviderContext, addonId: AddonId): Promise<void> {
  const { store, clock } = platform
  const addon = await store.addons.find(addonId)
  if (!addon || addon.dueAt === null) return
  try {
    await goOn(platform, addon)
  } catch (error) {
    if (error instanceof Refusal) return
    const { attempts } = addon
    const change = { attempts: attempts + 1, dueAt: clock() + pauseAfter(attempts) }
    await store.addons.change(addonId, addonStates, change)
    throw error
  }
}

async function goOn(platform: ProviderContext, addon: Addon): Promise<void> {
  switch (addon.state) {
    case 'ordering':
    case 'uncertain':
      await provision(platform, addon.id, { isRetry: true })
      return
    case 'pending':
      await complain(platform, addon)
      return
    case 'ready':
    case 'suspended':
      await requestPlanChange(platform, addon.id, { isRetry: true })
      return
    case 'deleting':
      await deprovision(platform, addon.id)
  }
}

/** Records that the provider's callback is overdue; it is still accepted. */
async function complain(platform: ProviderContext, addon: Addon): Promise<void> {
  const { store, clock } = platform
  const { provider } = await requireOffer(platform, addon)
  await store.transaction(async (inside) => {
    const trouble = `${nameOf(provider)} is taking long and has not confirmed that it is ready.`
    const isPending = await inside.addons.change(addon.id, ['pending'], { trouble, dueAt: null })
    if (!isPending) return
    await recordDelivery(
      { store: inside, clock },
      {
        providerId: provider.id,
        addonId: addon.id,
        direction: 'from partner',
        purpose: 'configure',
        method: 'PUT',
        status: null,
        duration: 0,
        url: `${platform.pagesUrl()}/v2/vendor/apps/${addon.id}`,
        request: '',
        answer: '',
        trouble:
          'The order was answered with 202, and this call, which completes it, did not come.',
      },
    )
  })
}
