import { useQuery } from '@tanstack/react-query'
import type { Plan } from '#client/resources/marketplace/offers.ts'
import { pricesQuery } from '#console/api/queries/billing.ts'
import { planPrice } from '#console/format/list-prices.ts'
import { price } from '#console/format/price.ts'
import { marketplaceTexts as texts } from '#console/texts/en/marketplace.ts'

export type PlanPriceText = (providerId: string, plan: Plan) => string

/** Says what a month of a plan costs an owner, in the currency of its invoices. */
export function usePlanPrice(ownerId: string): PlanPriceText {
  const { data: system, isPending } = useQuery(pricesQuery(ownerId, ''))
  return (providerId, plan) => {
    if (isPending) return texts.priceUnknown
    const { amount, currency } = planPrice(system, providerId, plan)
    return amount === 0 ? texts.free : price(amount, currency)
  }
}
