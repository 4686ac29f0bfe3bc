import { useQuery } from '@tanstack/react-query'
import type { AddonOrder } from '#client/resources/marketplace/addons.ts'
import type { Plan } from '#client/resources/marketplace/offers.ts'
import { preorderQuery } from '#console/api/queries/addons.ts'
import { usageQuery } from '#console/api/queries/organisations.ts'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { FactList } from '#console/components/display/panel.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { price } from '#console/format/price.ts'
import { marketplaceTexts as texts } from '#console/texts/en/marketplace.ts'

export type PricedOrder = Pick<AddonOrder, 'providerId' | 'plan' | 'region'>

/** What a month costs, as an invoice would say; `undefined` until that is known. */
export function useMonthPrice(ownerId: string, order: PricedOrder) {
  const preorder = useQuery(preorderQuery(ownerId, order))
  const usage = useQuery(usageQuery(ownerId))
  const error = preorder.error ?? usage.error
  const priced =
    preorder.data && usage.data ? { ...preorder.data, currency: usage.data.currency } : undefined
  return { priced, error }
}

interface MonthPriceProps {
  ownerId: string
  order: PricedOrder
  plan: Plan
}

/** Price, tax and total of a month, made by the code that makes invoices. */
export function MonthPrice({ ownerId, order, plan }: MonthPriceProps) {
  const { priced, error } = useMonthPrice(ownerId, order)
  if (error) return <ErrorLine error={error} />
  if (!priced) return <SkeletonLines count={3} />
  const { totalHT, totalVAT, totalTTC, vatRate, currency } = priced
  if (totalTTC === 0)
    return <p className="small">{plan.price === 0 ? texts.costNothing : texts.notCharged}</p>
  return (
    <div>
      <FactList
        facts={[
          { name: texts.cost, value: `${price(totalHT, currency)} ${texts.withoutTax}` },
          vatRate > 0 && { name: texts.tax(String(vatRate)), value: price(totalVAT, currency) },
          { name: texts.total, value: <strong>{price(totalTTC, currency)}</strong> },
        ]}
      />
      <p className="muted small">{texts.costNote}</p>
    </div>
  )
}
