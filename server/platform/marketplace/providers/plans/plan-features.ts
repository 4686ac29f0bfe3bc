import type { Platform } from '#platform/marketplace/platform.ts'
import {
  lineProblem,
  noProblems,
  refuseProblems,
} from '#platform/marketplace/providers/refuse-problems.ts'
import type { PlanId } from '#platform/model/ids.ts'
import type { Feature, Plan, PlanFeature } from '#platform/model/marketplace/plan.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { checkFeatureValue } from './feature-value.ts'
import { featureNamed, missingFeature, validateFeature } from './features.ts'
import { getPlan } from './find-plan.ts'

/** A plan's value for a feature. An unknown feature is added if its type is given. */
export interface FeatureRequest {
  name: string
  type?: string | undefined
  value: string
  computableValue?: string | undefined
  nameCode?: string | undefined
}

const maxFeatures = 100
const maxValueLength = 1000

/** Sets the value of one feature of a plan. */
export async function putPlanFeature(
  { store }: Pick<Platform, 'store'>,
  provider: Pick<Provider, 'id'>,
  planId: PlanId,
  request: FeatureRequest,
): Promise<Plan> {
  return store.transaction(async (inside) => {
    const plan = await getPlan({ store: inside }, provider, planId)
    const known = await inside.features.listOf(provider.id)
    const name = featureNamed(known, request.name)?.name ?? request.name
    const fitted = await fitFeatures(inside, provider.id, [{ ...request, name }])
    const others = plan.features.filter((feature) => feature.name !== name)
    const features = [...others, ...fitted]
    await inside.plans.change(planId, { features })
    return { ...plan, features }
  })
}

export async function removePlanFeature(
  { store }: Pick<Platform, 'store'>,
  provider: Pick<Provider, 'id'>,
  planId: PlanId,
  wanted: string,
): Promise<Plan> {
  return store.transaction(async (inside) => {
    const plan = await getPlan({ store: inside }, provider, planId)
    const feature = featureNamed(plan.features, wanted)
    if (!feature) throw missingFeature(wanted)
    const features = plan.features.filter(({ name }) => name !== feature.name)
    await inside.plans.change(planId, { features })
    return { ...plan, features }
  })
}

/** Validates the values of a plan, reporting all problems at once; new features are added. */
export async function fitFeatures(
  store: Store,
  providerId: string,
  requests: readonly FeatureRequest[],
): Promise<PlanFeature[]> {
  if (requests.length > maxFeatures)
    throw new Refusal('invalid', `${maxFeatures} features are the maximum.`)
  const known = new Map((await store.features.listOf(providerId)).map((one) => [one.name, one]))
  const fresh: Feature[] = []
  const problems = noProblems()
  const fitted = requests.flatMap((request, place) => {
    const path = `features[${place}]`
    const feature = known.get(request.name) ?? freshFeature(providerId, request)
    const problem = problemOf(request, feature)
    if (problem || !feature) {
      problems[path] = problem ?? `There is no feature ${request.name.slice(0, 100)}.`
      return []
    }
    const checked = checkFeatureValue(feature.type, request.value, request.computableValue)
    if ('problem' in checked) {
      problems[`${path}.value`] = checked.problem
      return []
    }
    if (!known.has(feature.name)) fresh.push(feature)
    known.set(feature.name, feature)
    return [{ name: feature.name, ...checked.value }]
  })
  for (const [place, { name }] of requests.entries()) {
    if (requests.findIndex((request) => request.name === name) < place)
      problems[`features[${place}].name`] = 'This feature is listed twice.'
  }
  refuseProblems('The plan', problems)
  if (fresh.length > 0 && known.size > maxFeatures)
    throw new Refusal('conflict', `${maxFeatures} features per provider are the maximum.`)
  for (const feature of fresh) await store.features.put(feature)
  return fitted
}

const freshFeature = (providerId: string, { name, type, nameCode }: FeatureRequest) =>
  type === undefined ? undefined : { ...validateFeature({ name, type, nameCode }), providerId }

function problemOf(request: FeatureRequest, feature: Feature | undefined): string | undefined {
  if (!feature) return `The provider has no feature ${request.name.slice(0, 100)}: add it first.`
  if (request.type !== undefined && request.type !== feature.type)
    return `${feature.name} has the type ${feature.type}.`
  return (
    lineProblem(request.value, maxValueLength) ??
    lineProblem(request.computableValue ?? '', maxValueLength)
  )
}
