import { newId } from '#kit/text/ids.ts'
import { refuseSuspended } from '#platform/billing/payments/refuse-suspended.ts'
import { requireOffer } from '#platform/marketplace/addons/orders/require-offer.ts'
import { leaseOf } from '#platform/marketplace/addons/worker/lease.ts'
import {
  nameOf,
  type ProviderContext,
} from '#platform/marketplace/providers/calls/call-provider.ts'
import { offerOf } from '#platform/marketplace/providers/catalogue.ts'
import { choosePlan } from '#platform/marketplace/providers/plans/choose-plan.ts'
import type { PlanReference, UserId } from '#platform/model/ids.ts'
import type { Addon, PlanSwitch } from '#platform/model/marketplace/addon.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { requestPlanChange } from './request-plan-change.ts'
import { findRunning } from './running-switch.ts'

/**
 * Changes the plan of an add-on, by id or slug. Returns `OK`, or `RUNNING` while the provider works on it or has not
 * answered; a provider's rejection is a refusal.
 */
export async function switchPlan(
  platform: ProviderContext,
  addon: Addon,
  planId: PlanReference,
  requestedBy: UserId,
): Promise<PlanSwitch> {
  const { store, provisioningQueue } = platform
  const begun = await beginSwitch(platform, addon, planId, requestedBy)
  const refused = await provisioningQueue.withLock(addon.id, () =>
    requestPlanChange(platform, addon.id, { isRetry: false }),
  )
  if (refused) throw refused
  return (await store.planSwitches.find(begun.id)) ?? begun
}

/** Like `switchPlan` without waiting for the provider: returns `RUNNING`. */
export async function startPlanSwitch(
  platform: ProviderContext,
  addon: Addon,
  planId: PlanReference,
  requestedBy: UserId,
): Promise<PlanSwitch> {
  const begun = await beginSwitch(platform, addon, planId, requestedBy)
  platform.provisioningQueue.startWithLock(addon.id, () =>
    requestPlanChange(platform, addon.id, { isRetry: false }),
  )
  return begun
}

/** Stores the plan change before the provider is called, so that it cannot be lost. */
async function beginSwitch(
  platform: ProviderContext,
  addon: Addon,
  planId: PlanReference,
  requestedBy: UserId,
): Promise<PlanSwitch> {
  const { store, clock } = platform
  const { provider } = await requireOffer(platform, addon)
  if (!provider.canUpgrade) {
    throw new Refusal('conflict', `${nameOf(provider)} does not support plan changes.`)
  }
  const { id: toPlanId } = choosePlan(await offerOf(platform, provider), planId)
  const planSwitch: PlanSwitch = {
    id: newId('migration'),
    addonId: addon.id,
    fromPlanId: addon.planId,
    toPlanId,
    state: 'RUNNING',
    requestedBy,
    requestedAt: clock(),
    endedAt: null,
    message: '',
  }
  const dueAt = clock() + leaseOf(platform)
  return store.transaction((inside) => begin(inside, planSwitch, dueAt))
}

async function begin(store: Store, wanted: PlanSwitch, dueAt: number): Promise<PlanSwitch> {
  const { addonId, toPlanId } = wanted
  const addon = await store.addons.find(addonId)
  if (addon?.state !== 'ready') {
    throw new Refusal(
      'conflict',
      `The plan of an add-on that is ${addon?.state ?? 'deleted'} cannot be changed.`,
    )
  }
  await refuseSuspended(store, addon.ownerId)
  if (addon.planId === toPlanId) {
    throw new Refusal('conflict', `${addon.name} already has this plan.`)
  }
  if (await findRunning(store, addonId)) {
    throw new Refusal('conflict', `${addon.name} is already changing to another plan.`)
  }
  if (!(await store.plans.find(toPlanId))) {
    throw new Refusal('conflict', 'The plan no longer exists. Choose another one.')
  }
  const planSwitch = { ...wanted, fromPlanId: addon.planId }
  await store.planSwitches.add(planSwitch)
  await store.addons.change(addonId, ['ready'], { dueAt, attempts: 0 })
  return planSwitch
}
