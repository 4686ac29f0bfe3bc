import { array, type Infer, number, object, optional, string } from '#kit/schema.ts'
import type { FeatureRequest } from '#platform/marketplace/providers/plans/plan-features.ts'
import type { PlanRequest } from '#platform/marketplace/providers/plans/plans.ts'

const featureParts = {
  type: optional(string),
  value: string,
  computable_value: optional(string),
  name_code: optional(string),
}

/** Value of a plan's feature, which the path names. */
export const featureValue = object(featureParts)

export const planChange = object({
  name: optional(string),
  slug: optional(string),
  price: optional(number),
  features: optional(array(object({ name: string, ...featureParts }))),
})

export const featureFromWire = (
  name: string,
  { type, value, computable_value, name_code }: Infer<typeof featureValue>,
): FeatureRequest => ({ name, type, value, computableValue: computable_value, nameCode: name_code })

export const planFromWire = ({ features, ...others }: Infer<typeof planChange>): PlanRequest => ({
  ...others,
  features: features?.map((feature) => featureFromWire(feature.name, feature)),
})
