import offer from './offer.json' with { type: 'json' }

/** Limits of a plan. */
export interface Plan {
  slug: string
  /** In bytes. */
  size: number
  /** On no server. */
  memory: 0
}

/** The plans of the offer that customers see. */
export const offeredPlans: readonly Plan[] = offer.plans.map(({ slug, features }) => ({
  slug,
  size: Number(features['Max size'][1]),
  memory: 0,
}))
