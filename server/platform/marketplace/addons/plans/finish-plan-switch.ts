import { applyConfig } from '#platform/marketplace/addons/config/apply-config.ts'
import { refreshNetworkAccessTo } from '#platform/marketplace/addons/links/network-access.ts'
import { requireOffer } from '#platform/marketplace/addons/orders/require-offer.ts'
import type { Platform } from '#platform/marketplace/platform.ts'
import { withoutValues } from '#platform/marketplace/providers/calls/redact.ts'
import { isNamed } from '#platform/marketplace/providers/plans/choose-plan.ts'
import type { PlanReference } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { isProvided } from '#platform/model/marketplace/addon-states.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { readConfig } from '#protocol/config.ts'
import { readMessage } from '#protocol/message.ts'
import { findRunning } from './running-switch.ts'

/** The provider's callback after a plan change. */
export interface PlanCallback {
  /** Id, slug or alias of the plan. */
  planId?: PlanReference | undefined
  config: unknown
  /** Message for the customer. */
  message?: string | undefined
}

/** Handles the provider's callback that the plan has changed; omitted values stay as they are. */
export async function finishPlanSwitch(
  platform: Pick<Platform, 'store' | 'clock' | 'restarts' | 'queue' | 'engine' | 'portVariables'>,
  { id: addonId }: Addon,
  { planId, config, message: said }: PlanCallback,
): Promise<Addon> {
  const { clock, restarts, queue } = platform
  const [addon, restarting] = await platform.store.transaction(async (store) => {
    const inside = { store, clock, restarts }
    const addon = await store.addons.find(addonId)
    const running = await findRunning(store, addonId)
    if (!addon || !isProvided(addon) || !running) {
      throw new Refusal('conflict', 'This add-on has no plan change in progress.')
    }
    const { provider } = await requireOffer(inside, addon)
    const plan = await store.plans.find(running.toPlanId)
    if (planId !== undefined && plan && !isNamed(provider, plan, planId)) {
      throw new Refusal('invalid', `The add-on is changing to plan ${plan.slug}.`)
    }
    const read = readConfig(config, provider.manifest.api.config_vars)
    if ('problem' in read) throw new Refusal('invalid', read.problem)
    const all = { ...addon.config, ...read.config }
    const message = withoutValues(readMessage(said) ?? running.message, all)
    const over = { planId: running.toPlanId, dueAt: null, attempts: 0, trouble: '' } as const
    await store.planSwitches.end(running.id, { state: 'OK', endedAt: clock(), message })
    const restarting = await applyConfig(inside, addon, all, {
      ...over,
      ...(message && { message }),
    })
    return [await store.addons.find(addonId), restarting] as const
  })
  for (const id of restarting) queue.wake(id)
  await refreshNetworkAccessTo(platform, addonId)
  if (!addon) throw new Error(`${addonId} is gone`)
  return addon
}
