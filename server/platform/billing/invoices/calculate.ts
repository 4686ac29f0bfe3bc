import type { Vat } from '#platform/billing/prices/vat.ts'
import { type Amount, amountOf, maxOf, minOf, sumOf, zero } from '#platform/model/billing/amount.ts'
import type { InvoiceDocument, InvoiceLine } from '#platform/model/billing/invoices/invoice.ts'
import type { Period } from '#platform/model/billing/period.ts'
import type { PriceData } from '#platform/model/billing/price-list.ts'
import { moneyText, roundMoney } from '#platform/model/billing/rounding.ts'
import type { OwnerId } from '#platform/model/ids.ts'

export interface Calculation {
  /** Lines of use, rounded. */
  lines: readonly InvoiceLine[]
  currency: string
  period: Period
  /** Percentage off the lines. */
  discount: string
  /** Free credits of the month. */
  freeCredits: string
  vat: Vat
  /** Balance of prepaid credits. */
  prepaid: string
}

type CalculatedParts = Pick<InvoiceDocument, 'lines' | 'discount' | 'taxes' | 'totals'>

/**
 * From lines to totals: the discount comes off the lines, then free credits, as a line of their own, then tax is added;
 * prepaid credits pay for the rest. Each of these is rounded once, and totals are sums of rounded amounts.
 */
export function calculate(given: Calculation): CalculatedParts {
  const { currency, vat } = given
  const text = (amount: Amount) => moneyText(amount, currency)
  const used = netOf(given.lines)
  const off = percentOf(used, given.discount, currency)
  const available = roundMoney(amountOf(given.freeCredits), currency)
  const free = maxOf(zero, minOf(available, used.minus(off)))
  const net = used.minus(off).minus(free)
  const tax = percentOf(net, vat.percent, currency)
  const gross = net.plus(tax)
  const credits = maxOf(zero, minOf(roundMoney(amountOf(given.prepaid), currency), gross))
  return {
    lines: free.gt(0) ? [...given.lines, freeCreditLine(given, text(free))] : given.lines,
    discount: off.eq(0) ? null : { percent: given.discount, amount: text(off) },
    taxes: [
      {
        category: vat.category,
        percent: vat.percent,
        base: text(net),
        amount: text(tax),
        reason: vat.reason,
      },
    ],
    totals: {
      net: text(net),
      tax: text(tax),
      gross: text(gross),
      credits: text(credits),
      due: text(gross.minus(credits)),
    },
  }
}

export const netOf = (lines: readonly Pick<InvoiceLine, 'net'>[]): Amount =>
  sumOf(lines.map(({ net }) => amountOf(net)))

/** A percentage of an amount, rounded; nothing of a negative one. */
export const percentOf = (amount: Amount, percent: string, currency: string): Amount =>
  amount.lte(0) ? zero : roundMoney(amount.times(percent).times('0.01'), currency)

const freeCreditLine = ({ period }: Calculation, amount: string): InvoiceLine => ({
  kind: 'credit',
  resourceId: '',
  resourceName: '',
  description: 'Free credits of the month',
  flavorOrPlan: '',
  zone: '',
  from: period.from,
  until: period.until,
  quantity: '1',
  unit: 'piece',
  unitPrice: `-${amount}`,
  net: `-${amount}`,
  providerId: null,
})

/** The owner's discount or that of the volume, whichever is higher. */
export function discountOf(
  { discounts = {}, volumeDiscounts = [] }: PriceData,
  ownerId: OwnerId,
  used: Amount,
): string {
  const own = Object.hasOwn(discounts, ownerId) ? (discounts[ownerId] ?? '0') : '0'
  const reached = volumeDiscounts.filter(({ from }) => used.gte(from))
  return [own, ...reached.map(({ percent }) => percent)].reduce((best, percent) =>
    amountOf(percent).gt(best) ? percent : best,
  )
}
