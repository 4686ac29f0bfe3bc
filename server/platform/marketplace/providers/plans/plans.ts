import { newId } from '#kit/text/ids.ts'
import { meterPlan } from '#platform/billing/usage/meter.ts'
import type { Platform } from '#platform/marketplace/platform.ts'
import {
  nameProblem,
  noProblems,
  refuseProblems,
} from '#platform/marketplace/providers/refuse-problems.ts'
import { isPublic } from '#platform/marketplace/providers/stage.ts'
import type { PlanId } from '#platform/model/ids.ts'
import type { Plan } from '#platform/model/marketplace/plan.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { getPlan } from './find-plan.ts'
import { type FeatureRequest, fitFeatures } from './plan-features.ts'

const maxPlans = 200
const dearest = 1_000_000

/** Fields to set; omitted ones stay as they are. */
export interface PlanRequest {
  name?: string | undefined
  slug?: string | undefined
  price?: number | undefined
  features?: readonly FeatureRequest[] | undefined
}

type NamedProvider = Pick<Provider, 'id'>

export async function addPlan(
  { store }: Pick<Platform, 'store'>,
  { id: providerId }: NamedProvider,
  request: PlanRequest,
): Promise<Plan> {
  validatePlan({ name: '', slug: '', price: Number.NaN, ...defined(request) })
  const { name = '', slug = '', price = 0, features = [] } = request
  return store.transaction(async (inside) => {
    const plans = await inside.plans.listOf(providerId)
    if (plans.length >= maxPlans) throw new Refusal('conflict', `${maxPlans} plans are the most.`)
    refuseTaken(plans, slug)
    const plan: Plan = {
      id: newId('plan'),
      providerId,
      name: name.trim(),
      slug,
      price,
      features: await fitFeatures(inside, providerId, features),
    }
    await inside.plans.add(plan)
    return plan
  })
}

/** Given features replace all features of the plan. */
export async function changePlan(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  provider: NamedProvider,
  planId: PlanId,
  request: PlanRequest,
): Promise<Plan> {
  validatePlan(defined(request))
  const { name, slug, price, features } = request
  return store.transaction(async (inside) => {
    const plan = await getPlan({ store: inside }, provider, planId)
    if (slug !== undefined) {
      const others = await inside.plans.listOf(provider.id)
      refuseTaken(
        others.filter(({ id }) => id !== planId),
        slug,
      )
    }
    const change = {
      ...(name !== undefined && { name: name.trim() }),
      ...(slug !== undefined && { slug }),
      ...(price !== undefined && { price }),
      ...(features && { features: await fitFeatures(inside, provider.id, features) }),
    }
    await inside.plans.change(planId, change)
    await meterPlan(inside, planId, clock())
    return { ...plan, ...change }
  })
}

/** Removes a plan without add-ons; a public provider keeps its last plan. */
export async function removePlan(
  { store }: Pick<Platform, 'store'>,
  provider: Pick<Provider, 'id' | 'stage'>,
  planId: PlanId,
): Promise<Plan> {
  return store.transaction(async (inside) => {
    const plan = await getPlan({ store: inside }, provider, planId)
    await refuseUsed(inside, plan)
    const isLast = (await inside.plans.listOf(provider.id)).length === 1
    if (isLast && isPublic(provider)) {
      throw new Refusal(
        'conflict',
        `${plan.name} is the last plan of a provider that everybody may order from: add another one first.`,
      )
    }
    await inside.plans.remove(planId)
    return plan
  })
}

async function refuseUsed(store: Store, { id, name }: Plan): Promise<void> {
  const count = await store.addons.countOfPlan(id)
  if (count === 0) return
  const addons = count === 1 ? '1 add-on has' : `${count} add-ons have`
  throw new Refusal('conflict', `${addons} the plan ${name}: it cannot be deleted before them.`)
}

/** Existing command-line clients treat slugs as case-insensitive. */
function refuseTaken(plans: readonly Plan[], slug: string): void {
  const twin = plans.find((plan) => plan.slug.toLowerCase() === slug.toLowerCase())
  if (!twin) return
  throw new Refusal('conflict', `The slug ${slug} is already used by the plan ${twin.name}.`, {
    fields: { slug: 'This is taken.' },
  })
}

function validatePlan({ name, slug, price }: PlanRequest): void {
  const problems = noProblems()
  const wrong = name !== undefined && nameProblem(name, 100)
  if (wrong) problems.name = wrong
  if (slug !== undefined && !/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(slug))
    problems.slug = 'A slug has letters, digits, dots, dashes and underscores, at most 64.'
  if (price !== undefined && !(price >= 0 && price <= dearest))
    problems.price = `A price is a number of euros per month, from 0 to ${dearest}.`
  refuseProblems('The plan', problems)
}

const defined = (request: PlanRequest): PlanRequest =>
  Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined))
