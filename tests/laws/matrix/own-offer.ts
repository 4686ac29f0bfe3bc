import type { Plan } from '#platform/model/marketplace/plan.ts'
import { ownOwner, type Provider } from '#platform/model/marketplace/provider.ts'
import type { Store } from '#platform/model/store.ts'
import { addOffer } from '#stores/marketplace.contract.ts'

interface Offer {
  provider: Provider
  plan: Plan
}

const offers = new WeakMap<Store, Map<string, Promise<Offer>>>()

/** A provider of the platform itself with a plan, made once in a store and shared by all scenes. */
export function ownOffer(
  store: Store,
  id: string,
  make = () => addOffer(store, { id, ownerId: ownOwner }),
): Promise<Offer> {
  const made = offers.get(store) ?? new Map<string, Promise<Offer>>()
  offers.set(store, made)
  const offer = made.get(id) ?? make()
  made.set(id, offer)
  return offer
}
