import type { Platform } from '#platform/billing/platform.ts'
import { textOf } from '#platform/model/billing/amount.ts'
import type { UsageSubject } from '#platform/model/billing/usage-interval.ts'
import { flavors } from '#platform/model/hosting/flavor.ts'
import type { PriceListId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { planPriceOf, unitPrice } from './charge.ts'
import { priceListAt } from './price-lists.ts'

/** Prices in one zone, as exact decimals. */
export interface PriceSystem {
  zone: string
  currency: string
  /** `null` while everything is free. */
  priceListId: PriceListId | null
  validFrom: number | null
  /** Per second of a running instance. */
  sizes: { flavor: string; price: string }[]
  /** Per second of a build. */
  builds: { flavor: string; price: string }[]
  /** Per month. */
  plans: { providerId: string; plan: string; price: string }[]
}

/** Prices that apply now in a zone; those of another currency than the operator's are not there. */
export async function priceSystem(
  { store, clock, policies }: Pick<Platform, 'store' | 'clock' | 'policies'>,
  zone: string,
  currency?: string,
): Promise<PriceSystem> {
  if (!policies.zones.some(({ name, id }) => name === zone || id === zone)) {
    throw new Refusal('invalid', `Unknown zone ${JSON.stringify(zone.slice(0, 40))}.`)
  }
  const name = policies.zones.find(({ id }) => id === zone)?.name ?? zone
  const list = priceListAt(await store.priceLists.list(), clock())
  const own = list?.data.currency ?? 'EUR'
  if (currency !== undefined && currency !== own) {
    const shown = JSON.stringify(currency.slice(0, 10))
    throw new Refusal('invalid', `There are no prices in ${shown}: use ${own}.`)
  }
  const priceOf = (kind: UsageSubject['kind'], flavor: string) =>
    list
      ? textOf(unitPrice(list.data, { ...nothing, kind, flavorOrPlan: flavor, zone: name }))
      : '0'
  const plans = await store.plans.listAll()
  return {
    zone: name,
    currency: own,
    priceListId: list?.id ?? null,
    validFrom: list?.validFrom ?? null,
    sizes: flavors.map(({ name: flavor }) => ({ flavor, price: priceOf('runtime', flavor) })),
    builds: flavors.map(({ name: flavor }) => ({ flavor, price: priceOf('build', flavor) })),
    plans: plans.map((plan) => ({
      providerId: plan.providerId,
      plan: plan.slug,
      price: list ? textOf(planPriceOf(list.data, plan)) : '0',
    })),
  }
}

const nothing = { providerId: null, planPrice: null } as const
