import { priceSystemAnswer } from '#api/answers/billing/prices.ts'
import { endpoint } from '#api/http/endpoint.ts'
import type { Query } from '#api/http/query.ts'
import { type Infer, string } from '#kit/schema.ts'
import { stableUuid } from '#kit/text/ids.ts'
import { discountOf } from '#platform/billing/invoices/calculate.ts'
import { priceListAt } from '#platform/billing/prices/price-lists.ts'
import { priceSystem } from '#platform/billing/prices/price-system.ts'
import { catalogueFor } from '#platform/marketplace/providers/catalogue.ts'
import { amountOf, divideHalfUp, textOf, zero } from '#platform/model/billing/amount.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import type { Platform } from '#platform/platform.ts'

const parameters = { zone_id: string, currency: string }

export const getPriceSystem = endpoint({
  method: 'GET',
  path: '/v4/billing/price-system',
  access: 'anyone',
  summary: 'Shows the prices of sizes and public plans in the zone `zone_id`, in `currency`',
  query: parameters,
  answer: priceSystemAnswer,
  handle: ({ platform, query }) => systemToWire(platform, query),
})

export const getPriceSystemOf = endpoint({
  method: 'GET',
  path: '/v4/billing/organisations/:ownerId/price-system',
  access: { on: 'owner', may: 'meter' },
  summary: 'Shows the prices for an owner, with the plans that only it may order and its discount',
  query: parameters,
  answer: priceSystemAnswer,
  handle: ({ platform, query, ownerId }) => systemToWire(platform, query, ownerId),
})

/** Sizes, and those plans that whoever asks may order. */
async function systemToWire(
  platform: Platform,
  query: Query<keyof typeof parameters>,
  ownerId?: OwnerId,
): Promise<Infer<typeof priceSystemAnswer>> {
  const currency = query.get('currency')?.toUpperCase() || undefined
  const system = await priceSystem(platform, zoneIn(platform, query.get('zone_id')), currency)
  const lists = await platform.store.priceLists.list()
  const now = platform.clock()
  const next = lists.find(({ validFrom }) => validFrom > now)
  const data = priceListAt(lists, now)?.data
  const offered = new Set(
    (await catalogueFor(platform, ownerId)).map(({ provider }) => provider.id),
  )
  const plans = system.plans.filter(({ providerId }) => offered.has(providerId))
  const id = system.priceListId ?? 'prices_none'
  const prices = [
    ...system.sizes.map(({ flavor, price }) => perSecond('apps', flavor, price)),
    ...system.builds.map(({ flavor, price }) => perSecond('builds', flavor, price)),
    ...plans.map(({ providerId, plan, price }) => perMonth(providerId, plan, price)),
  ]
  return {
    id,
    owner_id: ownerId ?? null,
    zone_id: system.zone,
    currency: system.currency,
    start_date: new Date(system.validFrom ?? 0).toISOString(),
    end_date: next ? new Date(next.validFrom).toISOString() : null,
    discount: ownerId && data ? Number(discountOf(data, ownerId, zero)) : 0,
    runtime: prices.map((price) => ({
      runtime_policy_id: stableUuid(`price ${id} ${system.zone} ${price.slug_id}`),
      ...price,
    })),
    countable: [],
  }
}

/** Clients write zones in capitals; the first one by default. */
const zoneIn = ({ policies: { zones } }: Platform, wanted: string | null): string =>
  wanted
    ? (zones.find(({ name }) => name === wanted.toLowerCase())?.name ?? wanted)
    : (zones[0]?.name ?? '')

const perSecond = (source: string, flavor: string, price: string) => ({
  slug_id: `${source}.${flavor}`,
  source,
  flavor,
  time_unit: 'PT1H',
  price: Number(textOf(amountOf(price).times('3600'))),
  unit: 'second',
  unit_price: price,
})

const perMonth = (source: string, plan: string, price: string) => ({
  slug_id: `${source}.${plan}`,
  source,
  flavor: plan,
  time_unit: 'PT1H',
  // Clients show a month as 30 days.
  price: Number(textOf(divideHalfUp(amountOf(price), amountOf('720'), 12))),
  unit: 'month',
  unit_price: price,
})
