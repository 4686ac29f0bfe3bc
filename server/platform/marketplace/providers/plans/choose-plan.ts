import type { Offer } from '#platform/marketplace/providers/catalogue.ts'
import type { Plan } from '#platform/model/marketplace/plan.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { own } from '#protocol/json-value.ts'

/** The plan with an id, slug or alias; by default the cheapest. */
export function choosePlan(
  { provider, plans }: Pick<Offer, 'plans' | 'provider'>,
  wanted: string | undefined,
): Plan {
  const [cheapest] = plans
  if (!cheapest) throw new Refusal('conflict', `${provider.id} has no plan yet.`)
  if (wanted === undefined) return cheapest
  const plan =
    plans.find(({ id }) => id === wanted) ??
    plans.find((plan) => hasSlug(plan, wanted)) ??
    plans.find((plan) => hasAlias(provider, plan, wanted))
  if (plan) return plan
  const slugs = plans.map(({ slug }) => slug).join(', ')
  throw new Refusal(
    'invalid',
    `${provider.id} has no plan ${JSON.stringify(wanted.slice(0, 60))}: there are ${slugs}.`,
  )
}

/** Whether an id, slug or alias names the plan. */
export const isNamed = (provider: Provider, plan: Plan, wanted: string): boolean =>
  plan.id === wanted || hasSlug(plan, wanted) || hasAlias(provider, plan, wanted)

/** Existing clients treat slugs as case-insensitive. */
const hasSlug = ({ slug }: Plan, wanted: string) => slug.toLowerCase() === wanted.toLowerCase()

/** The manifest is the provider's, so it may contain arbitrary keys. */
function hasAlias({ manifest }: Provider, { slug }: Plan, wanted: string): boolean {
  return own(manifest.api.plan_aliases, wanted.toLowerCase()) === slug
}
