import type {
  BillingAddress,
  InvoiceDocument,
  InvoiceLine,
  Seller,
} from '#platform/model/billing/invoices/invoice.ts'
import type { Period } from '#platform/model/billing/period.ts'
import type { PriceList } from '#platform/model/billing/price-list.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import { calculate, discountOf, netOf } from './invoices/calculate.ts'
import { charge, type Use } from './prices/charge.ts'
import { priceListAt } from './prices/price-lists.ts'
import { vatFor } from './prices/vat.ts'

/** What a month costs: lines and totals as they would be invoiced. */
export interface Spending {
  readonly currency: string
  readonly lines: readonly InvoiceLine[]
  readonly discount: InvoiceDocument['discount']
  readonly taxes: InvoiceDocument['taxes']
  readonly totals: InvoiceDocument['totals']
}

export interface SpendingFacts {
  ownerId: OwnerId
  use: Use
  /** Sorted by date. */
  lists: readonly PriceList[]
  month: Period
  seller: Pick<Seller, 'country'>
  buyer: Pick<BillingAddress, 'country' | 'vatNumber'>
}

/** Currency of a platform without prices. */
export const defaultCurrency = 'EUR'

/**
 * What a month costs up to a time, by the code that invoices it. What lasts then counts until then, so that the end of
 * the month gives a forecast: what was used, and what runs now until the end. Prepaid credits are not deducted.
 */
function spendingUntil(facts: SpendingFacts, time: number): Spending {
  const { ownerId, use, lists, month, seller, buyer } = facts
  const list = priceListAt(lists, month.until - 1)
  if (!list) return free
  const { data } = list
  const lines = charge(use, lists, month, time)
  const calculated = calculate({
    lines,
    currency: data.currency,
    period: month,
    discount: discountOf(data, ownerId, netOf(lines)),
    freeCredits: data.freeCredits ?? '0',
    vat: vatFor(data.vat, seller, buyer),
    prepaid: '0',
  })
  return { currency: data.currency, ...calculated }
}

const nothing = '0.00'
const free: Spending = {
  currency: defaultCurrency,
  lines: [],
  discount: null,
  taxes: [],
  totals: { net: nothing, tax: nothing, gross: nothing, credits: nothing, due: nothing },
}

/** So far, and expected at the end of the month; a month that is over is as it was. */
export const forecast = (
  facts: SpendingFacts,
  now: number,
): { soFar: Spending; expected: Spending } => ({
  soFar: spendingUntil(facts, Math.min(now, facts.month.until)),
  expected: spendingUntil(facts, facts.month.until),
})
