import offer from './offer.json' with { type: 'json' }

/** What a plan allows. */
export interface Plan {
  slug: string
  /** In bytes. */
  memory: number
  connections: number
}

/** The plans, as the offer that customers see has them. */
export const offeredPlans: readonly Plan[] = offer.plans.map(({ slug, features }) => ({
  slug,
  memory: Number(features.Memory[1]),
  connections: Number(features['Max connection limit'][1]),
}))
