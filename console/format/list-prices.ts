import type { PriceSystem } from '#client/resources/billing/prices.ts'
import type { Plan } from '#client/resources/marketplace/offers.ts'

/** The id of a price system while nothing costs anything. */
const noPrices = 'prices_none'

/**
 * Price of a month of a plan: what an invoice would say in its currency, or what the provider says in euros while the
 * platform charges nothing.
 */
export function planPrice(
  system: PriceSystem | undefined,
  providerId: string,
  { slug, price }: Pick<Plan, 'slug' | 'price'>,
): { amount: number; currency: string } {
  const listed =
    system && system.id !== noPrices
      ? system.runtime.find(({ source, flavor }) => source === providerId && flavor === slug)
      : undefined
  return system && listed
    ? { amount: Number(listed.unit_price), currency: system.currency }
    : { amount: price, currency: 'EUR' }
}

/** Sizes with their prices of an hour in the zone of a price system. */
export const pricedSizes = <Size extends { name: string; price: number }>(
  sizes: readonly Size[],
  { runtime }: PriceSystem,
  use: 'apps' | 'builds',
): Size[] =>
  sizes.map((size) => {
    const listed = runtime.find(({ source, flavor }) => source === use && flavor === size.name)
    return listed ? { ...size, price: listed.price } : size
  })
