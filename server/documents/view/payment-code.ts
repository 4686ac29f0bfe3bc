import { amountOf } from '#platform/model/billing/amount.ts'
import type { Invoice } from '#platform/model/billing/invoices/invoice.ts'

/** Bounds of the guideline, in bytes and euros. */
const maxNameLength = 70
const maxAmount = amountOf('999999999.99')
const minAmount = amountOf('0.01')

type PaymentDetails = Pick<Invoice, 'seller' | 'currency' | 'kind' | 'number' | 'totals'>

/**
 * Text of the QR code that banking applications read as a SEPA credit transfer (EPC069-12, version 2); `null` where there is
 * nothing to transfer in euros.
 */
export function paymentCode({
  seller,
  currency,
  kind,
  number,
  totals,
}: PaymentDetails): string | null {
  const due = amountOf(totals.due)
  const isTransfer = kind === 'invoice' && currency === 'EUR' && seller.iban !== ''
  if (!isTransfer || due.lt(minAmount) || due.gt(maxAmount)) return null
  return [
    ...['BCD', '002', '1', 'SCT'],
    seller.bic.replaceAll(' ', ''),
    Array.from(seller.name.replace(/\s+/g, ' ')).slice(0, maxNameLength).join(''),
    seller.iban.replaceAll(' ', ''),
    `EUR${due.toFixed(2)}`,
    ...['', '', number],
  ].join('\n')
}
