import type { usageAnswer, useRecord } from '#api/answers/billing/usage.ts'
import type { Infer } from '#kit/schema.ts'
import { forecast, type Spending, type SpendingFacts } from '#platform/billing/forecast.ts'
import { netOf } from '#platform/billing/invoices/calculate.ts'
import { costsBy, meteredUse } from '#platform/billing/usage/costs.ts'
import type { InvoiceLine } from '#platform/model/billing/invoices/invoice.ts'
import { dayOf, monthName } from '#platform/model/billing/period.ts'
import { moneyToWire } from './money.ts'

/** A priced line of use. */
export const useToWire = (line: InvoiceLine, currency: string): Infer<typeof useRecord> => ({
  kind: line.kind,
  resource_id: line.resourceId,
  resource_name: line.resourceName,
  flavor_or_plan: line.flavorOrPlan,
  zone: line.zone,
  unit: line.unit,
  quantity: line.quantity,
  unit_price: line.unitPrice,
  price: moneyToWire(line.net, currency),
  preview_of: line.previewOf ?? null,
})

const totalsToWire = ({ totals: { net, tax, gross }, currency }: Spending) => ({
  total_tax_excluded: moneyToWire(net, currency),
  total_tax: moneyToWire(tax, currency),
  total: moneyToWire(gross, currency),
})

/** A month of an owner: its use, its costs so far and as expected, and both by day. */
export function usageToWire(facts: SpendingFacts, now: number): Infer<typeof usageAnswer> {
  const { ownerId, month, use, lists } = facts
  const { soFar, expected } = forecast(facts, now)
  const { currency } = expected
  return {
    owner_id: ownerId,
    month: monthName(month),
    begin_date: new Date(month.from).toISOString(),
    end_date: new Date(month.until).toISOString(),
    currency,
    items: soFar.lines.map((line) => useToWire(line, currency)),
    metered: meteredUse(use, month, now).map((metered) => ({
      kind: metered.kind,
      resource_id: metered.resourceId,
      resource_name: metered.resourceName,
      flavor_or_plan: metered.flavorOrPlan,
      zone: metered.zone,
      seconds: metered.seconds,
      preview_of: metered.previewOf,
    })),
    so_far: totalsToWire(soFar),
    forecast: totalsToWire(expected),
    days: costsBy(dayOf, { use, lists, period: month, now }).map(({ span, use: used, lines }) => ({
      day: new Date(span.from).toISOString().slice(0, 10),
      total_tax_excluded: moneyToWire(netOf(lines), currency),
      seconds: meteredUse(used, span, now).reduce((sum, { seconds }) => sum + seconds, 0),
      items: lines.map((line) => useToWire(line, currency)),
    })),
  }
}
