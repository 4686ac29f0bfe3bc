import { percentOf } from '#platform/billing/invoices/calculate.ts'
import { type Amount, amountOf, sumOf } from '#platform/model/billing/amount.ts'
import type { Invoice, InvoiceLine } from '#platform/model/billing/invoices/invoice.ts'
import { isUnpaid } from '#platform/model/billing/invoices/invoice-states.ts'
import type {
  PlanUse,
  StatementLine,
  StatementTotal,
} from '#platform/model/billing/invoices/statement.ts'
import { overlap, type Period, secondsBetween } from '#platform/model/billing/period.ts'
import { moneyText } from '#platform/model/billing/rounding.ts'
import type { UsageInterval } from '#platform/model/billing/usage-interval.ts'

/** The lines of an invoice that are for one provider's add-ons; a credit note takes them back. */
export const linesFor = (invoice: Invoice, providerId: string, share: string): StatementLine[] =>
  invoice.lines
    .filter((line) => line.providerId === providerId)
    .map((line) => ({
      invoiceNumber: invoice.number,
      customerId: invoice.ownerId,
      kind: line.kind,
      addonId: line.resourceId,
      addonName: line.resourceName,
      plan: line.flavorOrPlan,
      zone: line.zone,
      from: line.from,
      until: line.until,
      quantity: line.quantity,
      unit: line.unit,
      currency: invoice.currency,
      net: netIn(invoice, line),
      share,
      isUnpaid: isUnpaid(invoice) || invoice.status === 'WONTPAY',
    }))

function netIn({ kind, currency }: Invoice, { net }: InvoiceLine): string {
  const amount = amountOf(net)
  return moneyText(kind === 'invoice' ? amount : amount.times('-1'), currency)
}

/** The platform's share of a sum, rounded half up; of what was taken back, the share is taken back. */
const shareOf = (sold: Amount, percent: string, currency: string): Amount =>
  sold.lt(0)
    ? percentOf(sold.times('-1'), percent, currency).times('-1')
    : percentOf(sold, percent, currency)

/** Totals by currency. The share is rounded once for each percentage. */
export function totalsOf(lines: readonly StatementLine[]): StatementTotal[] {
  const groups = Map.groupBy(lines, ({ currency }) => currency)
  return [...groups].map(([currency, all]) => {
    const sold = soldIn(all)
    const byShare = Map.groupBy(all, ({ share }) => share)
    const share = sumOf(
      [...byShare].map(([percent, some]) => shareOf(soldIn(some), percent, currency)),
    )
    const text = (amount: Amount) => moneyText(amount, currency)
    return {
      currency,
      sold: text(sold),
      share: text(share),
      due: text(sold.minus(share)),
      unpaid: text(soldIn(all.filter((line) => line.isUnpaid))),
    }
  })
}

const soldIn = (lines: readonly StatementLine[]): Amount =>
  sumOf(lines.map(({ net }) => amountOf(net)))

/** Use by plan, in the order of their names. */
export function plansIn(intervals: readonly UsageInterval[], period: Period): PlanUse[] {
  const parts = intervals.flatMap((interval) => {
    const part = overlap({ from: interval.from, until: interval.until ?? period.until }, period)
    return part ? [{ ...interval, ...part }] : []
  })
  return [...Map.groupBy(parts, ({ flavorOrPlan }) => flavorOrPlan)]
    .map(([plan, all]) => ({
      plan,
      addons: new Set(all.map(({ resourceId }) => resourceId)).size,
      seconds: all.reduce((sum, { from, until }) => sum + secondsBetween(from, until), 0),
    }))
    .toSorted((one, other) => (one.plan < other.plan ? -1 : 1))
}
