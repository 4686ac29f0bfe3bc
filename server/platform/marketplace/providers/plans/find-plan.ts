import type { Platform } from '#platform/marketplace/platform.ts'
import type { PlanId } from '#platform/model/ids.ts'
import type { Plan } from '#platform/model/marketplace/plan.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** The provider's plan; another provider's is reported as missing. */
export async function getPlan(
  { store }: Pick<Platform, 'store'>,
  provider: Pick<Provider, 'id'>,
  planId: PlanId,
): Promise<Plan> {
  const plan = await store.plans.find(planId)
  if (plan?.providerId === provider.id) return plan
  throw new Refusal('missing', `There is no plan ${planId.slice(0, 100)}.`)
}
