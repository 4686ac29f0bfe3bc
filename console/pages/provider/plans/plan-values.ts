import type { Plan } from '#client/resources/marketplace/offers.ts'
import type { PlanInput, ProviderFeature } from '#client/resources/marketplace/providers.ts'

/** A plan as it is typed. */
interface PlanValues {
  name: string
  slug: string
  price: string
  /** By name of the feature; an empty one is not said. */
  features: Readonly<Record<string, string>>
}

export const noPlan: PlanValues = { name: '', slug: '', price: '0', features: {} }

export const valuesOf = ({ name, slug, price, features }: Plan): PlanValues => ({
  name,
  slug,
  price: String(price),
  features: Object.fromEntries(features.map((feature) => [feature.name, feature.value])),
})

/** An amount with at most two places, with a point or a comma. */
export const isPrice = (text: string): boolean => /^\d+([.,]\d{1,2})?$/.test(text.trim())

/** What is sent; `known` keeps what a feature means to programs while its text stays. */
export function planOf(
  values: PlanValues,
  features: readonly ProviderFeature[],
  known?: Plan,
): PlanInput {
  return {
    name: values.name.trim(),
    slug: values.slug.trim(),
    price: Number(values.price.trim().replace(',', '.')),
    features: features.flatMap(({ name, type }) => {
      const value = (values.features[name] ?? '').trim()
      if (value === '') return []
      const before = known?.features.find((one) => one.name === name)
      const computable = before?.value === value ? before.computable_value : null
      return [{ name, type, value, ...(computable !== null && { computable_value: computable }) }]
    }),
  }
}
