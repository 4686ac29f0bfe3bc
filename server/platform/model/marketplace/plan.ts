import type { PlanId } from '#platform/model/ids.ts'
export const featureTypes = [
  'BOOLEAN',
  'INTERVAL',
  'FILESIZE',
  'NUMBER',
  'PERCENTAGE',
  'STRING',
  'OBJECT',
  'BYTES',
  'BOOLEAN_SHARED',
] as const
export type FeatureType = (typeof featureTypes)[number]

/** A property in which a provider's plans differ. */
export interface Feature {
  providerId: string
  name: string
  type: FeatureType
  /** Machine-readable name. */
  nameCode: string
}

/** A plan's value for a feature. */
export interface PlanFeature {
  name: string
  /** Display value. */
  value: string
  /** Machine-readable value. */
  computableValue: string | null
}

export interface Plan {
  /** `plan_` and a UUID. */
  id: PlanId
  providerId: string
  name: string
  /** Name sent to the provider. */
  slug: string
  /** In euros per month. */
  price: number
  features: readonly PlanFeature[]
}

export type PlanChange = Partial<Omit<Plan, 'id' | 'providerId'>>
