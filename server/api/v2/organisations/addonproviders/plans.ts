import { outcome } from '#api/answers/outcome.ts'
import { planAnswer, planList } from '#api/answers/providers.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { featureFromWire, featureValue, planChange, planFromWire } from '#api/v2/plan-change.ts'
import { planToWire } from '#api/v2/provider-record.ts'
import { offerOf, zonesOf } from '#platform/marketplace/providers/catalogue.ts'
import { getPlan } from '#platform/marketplace/providers/plans/find-plan.ts'
import {
  putPlanFeature,
  removePlanFeature,
} from '#platform/marketplace/providers/plans/plan-features.ts'
import { addPlan, changePlan, removePlan } from '#platform/marketplace/providers/plans/plans.ts'
import { parsePlanId } from '#platform/model/ids.ts'
import type { Plan } from '#platform/model/marketplace/plan.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import type { Platform } from '#platform/platform.ts'

const list = '/v2/organisations/:ownerId/addonproviders/:providerId/plans'
const one = `${list}/:planId` as const
const feature = `${one}/features/:featureName` as const

export const listPlans = endpoint({
  method: 'GET',
  path: list,
  access: { on: 'provider', may: 'see' },
  summary: 'Lists the plans of an add-on provider, cheapest first',
  answer: planList,
  async handle({ platform, provider }) {
    const { plans, features, zones } = await offerOf(platform, provider)
    return plans.map((plan) => planToWire(plan, features, zones))
  },
})

export const postPlan = endpoint({
  method: 'POST',
  path: list,
  access: { on: 'provider', may: 'offer' },
  action: 'plan.create',
  summary: 'Adds a plan to an add-on provider; its price is in euros per month',
  body: planChange,
  answer: planAnswer,
  handle: async ({ platform, provider, body }) =>
    shown(platform, provider, await addPlan(platform, provider, planFromWire(body))),
})

export const getPlanRecord = endpoint({
  method: 'GET',
  path: one,
  access: { on: 'provider', may: 'see' },
  summary: 'Shows a plan',
  answer: planAnswer,
  handle: async ({ platform, provider, params }) =>
    shown(platform, provider, await getPlan(platform, provider, parsePlanId(params.planId))),
})

export const putPlan = endpoint({
  method: 'PUT',
  path: one,
  access: { on: 'provider', may: 'offer' },
  action: 'plan.change',
  summary:
    'Changes a plan; what is left out stays as it is, a list of features replaces the old one',
  body: planChange,
  answer: planAnswer,
  handle: async ({ platform, provider, params, body }) =>
    shown(
      platform,
      provider,
      await changePlan(platform, provider, parsePlanId(params.planId), planFromWire(body)),
    ),
})

export const deletePlan = endpoint({
  method: 'DELETE',
  path: one,
  access: { on: 'provider', may: 'offer' },
  action: 'plan.delete',
  summary: 'Deletes a plan that no add-on has',
  answer: outcome,
  async handle({ platform, provider, params }) {
    const { name } = await removePlan(platform, provider, parsePlanId(params.planId))
    return done(`The plan ${name} was deleted.`)
  },
})

export const putFeatureOfPlan = endpoint({
  method: 'PUT',
  path: feature,
  access: { on: 'provider', may: 'offer' },
  action: 'plan.change',
  summary: 'Sets what a plan has of a feature, named as it is or in Base64',
  body: featureValue,
  answer: planAnswer,
  async handle({ platform, provider, params: { planId, featureName }, body }) {
    const feature = featureFromWire(featureName, body)
    return shown(
      platform,
      provider,
      await putPlanFeature(platform, provider, parsePlanId(planId), feature),
    )
  },
})

export const deleteFeatureOfPlan = endpoint({
  method: 'DELETE',
  path: feature,
  access: { on: 'provider', may: 'offer' },
  action: 'plan.change',
  summary: 'Drops a feature from a plan',
  answer: planAnswer,
  handle: async ({ platform, provider, params: { planId, featureName } }) =>
    shown(
      platform,
      provider,
      await removePlanFeature(platform, provider, parsePlanId(planId), featureName),
    ),
})

async function shown(platform: Platform, provider: Provider, plan: Plan) {
  const features = await platform.store.features.listOf(provider.id)
  return planToWire(plan, features, zonesOf(platform, provider))
}
