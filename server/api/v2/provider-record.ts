import type {
  featureRecord,
  offerAnswer,
  planAnswer,
  providerRecord,
} from '#api/answers/providers.ts'
import type { Infer } from '#kit/schema.ts'
import type { Offer } from '#platform/marketplace/providers/catalogue.ts'
import type { Feature, Plan, PlanFeature } from '#platform/model/marketplace/plan.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import { pagesIn } from '#protocol/manifest/addon-pages.ts'
import type { Problem } from '#protocol/problem.ts'

/** The provider record of v2: of the manifest, only the zones and pages. */
export const providerToWire = (
  provider: Provider,
  zones: readonly string[],
): Infer<typeof providerRecord> => ({
  id: provider.id,
  ...provider.presentation,
  status: provider.stage,
  openInNewTab: provider.openInNewTab,
  canUpgrade: provider.canUpgrade,
  regions: zones,
  pages: [...pagesIn(provider.manifest)],
})

/** The full record: the provider with its plans and features. */
export const offerToWire = ({
  provider,
  plans,
  features,
  zones,
}: Offer): Infer<typeof offerAnswer> => ({
  ...providerToWire(provider, zones),
  plans: plans.map((plan) => planToWire(plan, features, zones)),
  features: features.map(featureToWire),
})

export const planToWire = (
  plan: Plan,
  features: readonly Feature[],
  zones: readonly string[],
): Infer<typeof planAnswer> => ({
  id: plan.id,
  name: plan.name,
  slug: plan.slug,
  price: plan.price,
  price_id: `${plan.providerId}.${plan.slug}`,
  features: plan.features.map((feature) => planFeatureToWire(feature, features)),
  zones,
})

export const featureToWire = ({ name, type, nameCode }: Feature): Infer<typeof featureRecord> => ({
  name,
  type,
  name_code: nameCode,
})

const planFeatureToWire = (
  { name, value, computableValue }: PlanFeature,
  features: readonly Feature[],
) => {
  const feature = features.find((one) => one.name === name)
  return {
    name,
    type: feature?.type ?? 'STRING',
    value,
    computable_value: computableValue,
    name_code: feature?.nameCode ?? null,
  }
}

/** Warnings about a pushed manifest, if there are any. */
export const warningsToWire = (warnings: readonly Problem[]) =>
  warnings.length === 0
    ? {}
    : { warnings: warnings.map(({ path, sentence }) => ({ path, message: sentence })) }
