import { Refusal } from '#cli/refusal.ts'
import type { Plan } from '#client/resources/marketplace/offers.ts'
import type { Offer } from '#client/resources/marketplace/providers.ts'

/** Finds a plan by slug or id. */
export function resolvePlan({ id, plans }: Offer, wanted: string): Plan {
  const found =
    plans.find((plan) => plan.id === wanted || plan.slug === wanted) ??
    plans.find(({ slug }) => slug.toLowerCase() === wanted.toLowerCase())
  if (found) return found
  const slugs = plans.map(({ slug }) => slug).join(', ')
  throw new Refusal(
    `${id} has no plan '${wanted}'.`,
    slugs ? `Its plans: ${slugs}` : '`berth provider plans add` adds one.',
  )
}
