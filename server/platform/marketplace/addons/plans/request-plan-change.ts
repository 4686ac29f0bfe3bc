import { applyConfig } from '#platform/marketplace/addons/config/apply-config.ts'
import { refreshNetworkAccessTo } from '#platform/marketplace/addons/links/network-access.ts'
import { pauseAfter } from '#platform/marketplace/addons/orders/apply-provision-result.ts'
import { requireOffer } from '#platform/marketplace/addons/orders/require-offer.ts'
import { announceRetry } from '#platform/marketplace/addons/worker/announce-retry.ts'
import {
  callProvider,
  type ProviderContext,
  type Reply,
} from '#platform/marketplace/providers/calls/call-provider.ts'
import {
  type PlanVerdict,
  parsePlanChangeResponse,
} from '#platform/marketplace/providers/calls/parse-plan-change-response.ts'
import { recordDelivery } from '#platform/marketplace/providers/calls/record-delivery.ts'
import { withoutValues } from '#platform/marketplace/providers/calls/redact.ts'
import type { AddonId, ApplicationId } from '#platform/model/ids.ts'
import type { PlanSwitch, ProvidedAddon } from '#platform/model/marketplace/addon.ts'
import { isProvided, providedStates } from '#platform/model/marketplace/addon-states.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { resourceUrl } from '#protocol/manifest/provider-address.ts'
import { planChangeRequest } from '#protocol/provisioned.ts'
import { findRunning } from './running-switch.ts'

const day = 86_400_000

/** Sends the pending plan change to the provider and returns its refusal. The caller holds the add-on's mutex. */
export async function requestPlanChange(
  platform: ProviderContext,
  addonId: AddonId,
  { isRetry }: { isRetry: boolean },
): Promise<Refusal | undefined> {
  const { store } = platform
  const addon = await store.addons.find(addonId)
  const running = await findRunning(store, addonId)
  if (!addon || !isProvided(addon) || !running) {
    await store.addons.change(addonId, providedStates, { dueAt: null })
    return undefined
  }
  const { provider } = await requireOffer(platform, addon)
  const plan = await store.plans.find(running.toPlanId)
  const question = {
    purpose: 'change-plan',
    method: 'PUT',
    url: resourceUrl(provider.manifest.api[addon.surroundings].base_url, addon.realId),
    body: planChangeRequest(addonId, plan?.slug ?? ''),
    attempts: addon.attempts,
  } as const
  const reply = await callProvider(platform, provider, addon, question)
  const verdict = parsePlanChangeResponse(reply, provider, isRetry)
  await settlePlan(platform, running, verdict, reply)
  if (verdict.kind === 'lost') announceRetry(platform, addon, verdict.sentence)
  if (verdict.kind !== 'failed') return undefined
  return verdict.isImpossible
    ? new Refusal('conflict', verdict.sentence)
    : new Refusal('unavailable', verdict.sentence, { reason: 'provider-failed' })
}

async function settlePlan(
  platform: ProviderContext,
  asked: PlanSwitch,
  verdict: PlanVerdict,
  { note }: Reply,
): Promise<void> {
  const restarting = await platform.store.transaction(async (store) => {
    const inside = { ...platform, store }
    await recordDelivery(inside, { ...note, trouble: verdict.trouble })
    const addon = await store.addons.find(asked.addonId)
    const running = await findRunning(store, asked.addonId)
    // Cancelled, completed by callback, or deleted with the add-on, since the request was sent.
    if (!addon || !isProvided(addon) || running?.id !== asked.id) return []
    return settleRunning(inside, addon, running, verdict)
  })
  for (const id of restarting) platform.queue.wake(id)
  await refreshNetworkAccessTo(platform, asked.addonId)
  platform.provisioningQueue.wake()
}

async function settleRunning(
  platform: ProviderContext,
  addon: ProvidedAddon,
  { id, toPlanId }: PlanSwitch,
  verdict: PlanVerdict,
): Promise<ApplicationId[]> {
  const { store, clock } = platform
  const now = clock()
  const over = { dueAt: null, attempts: 0, trouble: '' } as const
  switch (verdict.kind) {
    case 'done': {
      const config = { ...addon.config, ...verdict.config }
      const message = withoutValues(verdict.message, config)
      await store.planSwitches.end(id, { state: 'OK', endedAt: now, message })
      return applyConfig(platform, addon, config, {
        ...over,
        planId: toPlanId,
        ...(message && { message }),
      })
    }
    case 'failed':
      await store.planSwitches.end(id, {
        state: 'FAILED',
        endedAt: now,
        message: withoutValues(verdict.sentence, addon.config),
      })
      await store.addons.change(addon.id, providedStates, over)
      return []
    case 'accepted':
      await store.planSwitches.note(id, withoutValues(verdict.message, addon.config))
      await store.addons.change(addon.id, providedStates, { ...over, dueAt: now + day })
      return []
    case 'lost':
      await store.addons.change(addon.id, providedStates, {
        trouble: verdict.sentence,
        attempts: addon.attempts + 1,
        dueAt: now + pauseAfter(addon.attempts),
      })
      return []
  }
}
