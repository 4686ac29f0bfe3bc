import type { PlanId } from '#platform/ids.ts'
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

/** Something that the plans of a provider may differ in. */
export interface Feature {
  providerId: string
  name: string
  type: FeatureType
  /** The name for programs. */
  nameCode: string
}

/** What one plan has of a feature. */
export interface PlanFeature {
  name: string
  /** As people read it. */
  value: string
  /** As programs read it. */
  computableValue: string | null
}

export interface Plan {
  /** `plan_` and a UUID. */
  id: PlanId
  providerId: string
  name: string
  /** What the provider is told. */
  slug: string
  /** In euros per month. */
  price: number
  features: readonly PlanFeature[]
}

export type PlanChange = Partial<Omit<Plan, 'id' | 'providerId'>>
