import offer from './offer.json' with { type: 'json' }

/** What a plan allows. */
export interface Plan {
  slug: string
  /** Other names of it, as scripts know them. */
  aliases?: readonly string[]
  /** In bytes. */
  memory: number
  connections: number
}

/** The plans, as the offer that customers see has them. */
export const offeredPlans: readonly Plan[] = offer.plans.map(({ slug, aliases, features }) => ({
  slug,
  aliases,
  memory: Number(features.Memory[1]),
  connections: Number(features['Max connection limit'][1]),
}))
