import type { PriceSystem } from '#client/resources/billing/prices.ts'
import type { Offer } from '#client/resources/marketplace/offers.ts'

/** Names of the service and of the plan of a price; what is not offered any more is called by its id. */
export function planNames(
  { source, flavor }: Pick<PriceSystem['runtime'][number], 'source' | 'flavor'>,
  offers: readonly Pick<Offer, 'id' | 'name' | 'plans'>[],
): { service: string; plan: string } {
  const offer = offers.find(({ id }) => id === source)
  const plan = offer?.plans.find(({ slug }) => slug === flavor)
  return { service: offer?.name ?? source, plan: plan?.name ?? flavor }
}
