import { newId, newSecret } from '#kit/text/ids.ts'
import { refuseSuspended } from '#platform/billing/payments/refuse-suspended.ts'
import { refuseGoneOwner } from '#platform/identity/accounts/owner.ts'
import { quotaAccountOf, requireCount } from '#platform/identity/quotas.ts'
import { validateAddonName } from '#platform/marketplace/addons/rename-addon.ts'
import { leaseOf } from '#platform/marketplace/addons/worker/lease.ts'
import type { ProviderContext } from '#platform/marketplace/providers/calls/call-provider.ts'
import { findOffer, type Offer } from '#platform/marketplace/providers/catalogue.ts'
import { choosePlan } from '#platform/marketplace/providers/plans/choose-plan.ts'
import type { AddonId, ApplicationId, OwnerId, PlanReference, UserId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { environmentOf } from '#platform/model/marketplace/provider.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { optionsForOrder } from './options.ts'
import { provision } from './provision.ts'

/** Order of an add-on for an owner. */
export interface AddonOrder {
  ownerId: OwnerId
  /** The user who orders. */
  orderedBy: UserId
  providerId: string
  /** Id or slug of a plan; default: the cheapest. */
  planId?: PlanReference | undefined
  name: string
  zone: string
  /** Strings, numbers and booleans; sent to the provider as strings. */
  options: Readonly<Record<string, unknown>>
  /** The application for whose preview it is. */
  previewOf?: ApplicationId
  /** Called in the transaction that stores the order; throws a refusal. */
  admit?: (store: Store, addonId: AddonId) => Promise<void>
}

/**
 * Orders an add-on. The order is stored before the provider is called, so that it cannot be lost; the add-on is
 * returned as `ready`, `pending` or `uncertain`, or the provider's answer is a refusal.
 */
export async function orderAddon(platform: ProviderContext, order: AddonOrder): Promise<Addon> {
  const offer = await findOffer(platform, order.ownerId, order.providerId)
  const addon = newAddon(platform, offer, order)
  const settled = await platform.provisioningQueue.withLock(addon.id, async () => {
    await platform.store.transaction(async (store) => {
      await refuseGoneOwner(store, order.ownerId)
      await refuseSuspended(store, order.ownerId)
      const account = await quotaAccountOf(store, order.ownerId)
      const present = await store.addons.countOfQuotaAccount(account)
      requireCount(platform.policies.quotas, 'addons', { present, adding: 1, noun: 'add-ons' })
      choosePlan({ ...offer, plans: await store.plans.listOf(offer.provider.id) }, addon.planId)
      await store.addons.add(addon)
      await order.admit?.(store, addon.id)
    })
    return provision(platform, addon.id, { isRetry: false })
  })
  return settled.addon && settled.addon.state !== 'deleting'
    ? settled.addon
    : refuseSettled(settled.sentence)
}

/** Refusal for an order that ended without an add-on. */
export function refuseSettled(sentence: string | undefined): never {
  if (sentence === undefined) {
    throw new Refusal('conflict', 'The add-on was deleted while it was being ordered.')
  }
  throw new Refusal('unavailable', sentence, { reason: 'provider-failed' })
}

function newAddon(platform: ProviderContext, offer: Offer, order: AddonOrder): Addon {
  const { provider, zones } = offer
  const { ownerId, orderedBy, zone } = order
  if (!zones.includes(zone)) {
    throw new Refusal(
      'invalid',
      `${provider.id} is not offered in the zone ${JSON.stringify(zone.slice(0, 40))}: there are ${zones.join(', ')}.`,
    )
  }
  const options = optionsForOrder(offer, order.options)
  const now = platform.clock()
  return {
    id: newId('addon'),
    realId: null,
    ownerId,
    orderedBy,
    providerId: provider.id,
    zone,
    planId: choosePlan(offer, order.planId).id,
    name: validateAddonName(order.name),
    options,
    config: {},
    state: 'ordering',
    message: '',
    trouble: '',
    logToken: newSecret(),
    surroundings: environmentOf(provider),
    createdAt: now,
    dueAt: now + leaseOf(platform),
    attempts: 0,
    tags: [],
    previewOf: order.previewOf ?? null,
  }
}
