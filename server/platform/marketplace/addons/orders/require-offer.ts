import type { Platform } from '#platform/marketplace/platform.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Plan } from '#platform/model/marketplace/plan.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'

/** Provider and plan of an add-on; the store keeps both while the add-on exists. */
export async function requireOffer(
  { store }: Pick<Platform, 'store'>,
  { id, providerId, planId }: Addon,
): Promise<{ provider: Provider; plan: Plan }> {
  const [provider, plan] = await Promise.all([
    store.providers.find(providerId),
    store.plans.find(planId),
  ])
  if (!provider || !plan) throw new Error(`${id} has no provider or no plan`)
  return { provider, plan }
}
