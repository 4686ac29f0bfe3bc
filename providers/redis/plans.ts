import offer from './offer.json' with { type: 'json' }

/** Limits of a plan. */
export interface Plan {
  slug: string
  /** Other slugs, used by scripts. */
  aliases?: readonly string[]
  /** In bytes. */
  memory: number
  connections: number
}

/** The plans of the offer that customers see. */
export const offeredPlans: readonly Plan[] = offer.plans.map(({ slug, aliases, features }) => ({
  slug,
  aliases,
  memory: Number(features.Memory[1]),
  connections: Number(features['Max connection limit'][1]),
}))
