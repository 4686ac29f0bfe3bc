import { requireOffer } from '#platform/marketplace/addons/orders/require-offer.ts'
import {
  callProvider,
  nameOf,
  type ProviderContext,
} from '#platform/marketplace/providers/calls/call-provider.ts'
import { parsePlanChangeResponse } from '#platform/marketplace/providers/calls/parse-plan-change-response.ts'
import { recordDelivery } from '#platform/marketplace/providers/calls/record-delivery.ts'
import type { AddonId } from '#platform/model/ids.ts'
import type { Addon, PlanSwitch } from '#platform/model/marketplace/addon.ts'
import { isProvided, providedStates } from '#platform/model/marketplace/addon-states.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { resourceUrl } from '#protocol/manifest/provider-address.ts'
import { planChangeRequest } from '#protocol/provisioned.ts'

/** Cancels a plan change in progress. The provider may have begun, so the old plan is requested once. */
export async function cancelPlanSwitch(
  platform: ProviderContext,
  addon: Addon,
  planSwitch: PlanSwitch,
): Promise<PlanSwitch> {
  const { store, clock, provisioningQueue } = platform
  const ending = { state: 'CANCELLED', endedAt: clock(), message: 'It was cancelled.' } as const
  await store.transaction(async (inside) => {
    if (!(await inside.planSwitches.end(planSwitch.id, ending))) {
      throw new Refusal('conflict', `The plan change is already ${planSwitch.state}.`)
    }
    await inside.addons.change(addon.id, providedStates, { dueAt: null, attempts: 0, trouble: '' })
  })
  await provisioningQueue.withLock(addon.id, () => askForOldPlan(platform, addon.id))
  return { ...planSwitch, ...ending }
}

async function askForOldPlan(platform: ProviderContext, addonId: AddonId): Promise<void> {
  const { store, clock } = platform
  const addon = await store.addons.find(addonId)
  if (!addon || !isProvided(addon)) return
  const { provider, plan } = await requireOffer(platform, addon)
  const url = resourceUrl(provider.manifest.api[addon.surroundings].base_url, addon.realId)
  const body = planChangeRequest(addonId, plan.slug)
  const question = { purpose: 'change-plan', method: 'PUT', url, body } as const
  const reply = await callProvider(platform, provider, addon, question)
  const verdict = parsePlanChangeResponse(reply, provider, false)
  await store.transaction(async (inside) => {
    await recordDelivery({ store: inside, clock }, { ...reply.note, trouble: verdict.trouble })
    if (verdict.kind === 'done' || verdict.kind === 'accepted') return
    const trouble = `${nameOf(provider)} could not be told that the plan change was cancelled, and may have made it.`
    await inside.addons.change(addonId, providedStates, { trouble })
  })
}
