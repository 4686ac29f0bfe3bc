import { type AddonOrder, orderAddon } from '#platform/marketplace/addons/orders/order.ts'
import type { AddonId, OwnerId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Delivery } from '#platform/model/marketplace/delivery.ts'
import type { Plan } from '#platform/model/marketplace/plan.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import type { Platform } from '#platform/platform.ts'
import { addOffer } from '#stores/marketplace.contract.ts'
import { openTestPlatform, type TestPlatform } from '#tests/support/platform/platform.ts'
import { type OddProvider, openOddProvider } from './odd-provider.ts'

export interface Market extends TestPlatform {
  service: OddProvider
  provider: Provider
  plan: Plan
  /** A more expensive plan. */
  plan2: Plan
  order(wanted?: Partial<AddonOrder>): Promise<Addon>
  /** Newest first. */
  deliveries(addonId?: AddonId): Promise<Delivery[]>
}

/** A platform with one provider that the first organisation may order from. */
export async function openMarket(): Promise<Market> {
  const setup = await openTestPlatform()
  const service = await openOddProvider()
  const { platform, account } = setup
  const [member] = await platform.store.members.listOf(account.organisationId)
  const orderedBy = member?.user.id ?? 'user_nobody'
  const { provider, plan, plan2 } = await offerFrom(platform, service, account.organisationId)
  return {
    ...setup,
    service,
    provider,
    plan,
    plan2,
    order: (wanted = {}) =>
      orderAddon(platform, {
        ownerId: account.organisationId,
        orderedBy,
        zone: 'par',
        providerId: provider.id,
        planId: plan.id,
        name: 'my pigeons',
        options: {},
        ...wanted,
      }),
    deliveries: (addonId) =>
      platform.store.deliveries.listOf(provider.id, {
        limit: 100,
        ...(addonId && { addonId }),
      }),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await setup[Symbol.asyncDispose]()
    },
  }
}

/** Offers a provider's service to an owner, in two plans. */
export async function offerFrom(
  { store }: Pick<Platform, 'store'>,
  service: Pick<OddProvider, 'url'>,
  ownerId: OwnerId,
) {
  const urls = { base_url: service.url, sso_url: `${service.url}/sso` }
  const { provider, plan } = await addOffer(store, { ownerId })
  const { api } = provider.manifest
  const manifest = { ...provider.manifest, api: { ...api, production: urls, test: urls } }
  await store.providers.change(provider.id, { manifest })
  const plan2: Plan = {
    ...plan,
    id: `plan_${plan.id.slice('plan_'.length, -2)}zz`,
    name: 'Large',
    slug: 'l',
    price: 50,
  }
  await store.plans.add(plan2)
  return { provider: { ...provider, manifest }, plan, plan2 }
}
