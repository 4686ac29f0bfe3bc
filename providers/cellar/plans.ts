import offer from './offer.json' with { type: 'json' }

/** Limits of a plan. */
export interface Plan {
  slug: string
  aliases?: readonly string[]
  /** Of its own server, in bytes: each page of a list takes some for all objects of a folder. */
  memory: number
  /** In bytes. */
  maxBytes: number
  maxObjects: number
  maxBuckets: number
}

/** The plans of the offer that customers see. */
export const offeredPlans: readonly Plan[] = offer.plans.map(({ slug, features }) => ({
  slug,
  memory: Number(features.Memory[1]),
  maxBytes: Number(features['Max size'][1]),
  maxObjects: Number(features['Max objects'][1]),
  maxBuckets: Number(features['Max buckets'][1]),
}))
