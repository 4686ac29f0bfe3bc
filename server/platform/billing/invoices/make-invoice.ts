import { vatFor } from '#platform/billing/prices/vat.ts'
import { amountOf } from '#platform/model/billing/amount.ts'
import type { BillingPolicies } from '#platform/model/billing/billing-policies.ts'
import type {
  BillingAddress,
  Invoice,
  InvoiceLine,
} from '#platform/model/billing/invoices/invoice.ts'
import type { Period } from '#platform/model/billing/period.ts'
import type { PriceList } from '#platform/model/billing/price-list.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import { calculate, discountOf, netOf } from './calculate.ts'

export interface InvoiceFacts {
  ownerId: OwnerId
  period: Period
  lines: readonly InvoiceLine[]
  buyer: BillingAddress
  /** The list at the end of the period: its discounts, free credits and taxes apply. */
  list: PriceList
  /** Balance of prepaid credits. */
  prepaid: string
  issuedAt: number
}

/** The invoice of an owner's month. One that prepaid credits cover is paid at once. */
export function makeInvoice(
  facts: InvoiceFacts,
  { seller, paymentTerm }: Pick<BillingPolicies, 'seller' | 'paymentTerm'>,
): Omit<Invoice, 'number'> {
  const { ownerId, period, lines, buyer, list, prepaid, issuedAt } = facts
  const { data } = list
  const vat = vatFor(data.vat, seller, buyer)
  const calculated = calculate({
    lines,
    currency: data.currency,
    period,
    discount: discountOf(data, ownerId, netOf(lines)),
    freeCredits: data.freeCredits ?? '0',
    vat,
    prepaid,
  })
  const isCovered = amountOf(calculated.totals.due).eq(0)
  return {
    kind: 'invoice',
    origin: 'automatic',
    ownerId,
    issuedAt,
    dueAt: issuedAt + paymentTerm,
    paidAt: isCovered ? issuedAt : null,
    period,
    status: isCovered ? 'PAID' : 'PENDING',
    currency: data.currency,
    seller,
    buyer,
    ...calculated,
    corrects: null,
    notes: vat.reason === null ? [] : [vat.reason],
    priceListId: list.id,
    payment: isCovered ? { provider: 'credits', transactionId: null } : null,
  }
}
