import { Refusal } from '#platform/refusal.ts'
import type { Offer } from './catalogue.ts'
import type { Plan } from './plan.ts'

/** The plan that is meant by an id or a slug; without either the cheapest. */
export function choosePlan(
  { provider, plans }: Pick<Offer, 'plans' | 'provider'>,
  wanted: string | undefined,
): Plan {
  const [cheapest] = plans
  if (!cheapest) throw new Refusal('conflict', `${provider.id} has no plan yet.`)
  if (wanted === undefined) return cheapest
  const bySlug = ({ slug }: Plan) => slug.toLowerCase() === wanted.toLowerCase()
  const plan = plans.find(({ id }) => id === wanted) ?? plans.find(bySlug)
  if (plan) return plan
  const slugs = plans.map(({ slug }) => slug).join(', ')
  throw new Refusal(
    'invalid',
    `${provider.id} has no plan ${JSON.stringify(wanted.slice(0, 60))}: there are ${slugs}.`,
  )
}
