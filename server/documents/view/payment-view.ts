import { amountOf, zero } from '#platform/model/billing/amount.ts'
import type { Invoice } from '#platform/model/billing/invoices/invoice.ts'
import { formatDate, formatIban, formatMoney } from './format.ts'
import { paymentCode } from './payment-code.ts'
import { printable } from './printable-text.ts'

/** How an invoice is paid. */
export interface PaymentView {
  sentence: string
  facts: readonly { label: string; value: string }[]
  /** Text of the QR code for a SEPA credit transfer. */
  code: string | null
}

export function paymentView(invoice: Invoice): PaymentView {
  const { kind, seller, totals, currency, number, dueAt } = invoice
  if (kind === 'credit-note') return { sentence: creditSentence(invoice), facts: [], code: null }
  if (amountOf(totals.due).lte(zero)) {
    const isPrepaid = amountOf(totals.credits).gt(zero)
    const sentence = isPrepaid
      ? 'Paid in full with prepaid credits. There is nothing to transfer.'
      : 'There is nothing to pay.'
    return { sentence, facts: [], code: null }
  }
  const due = formatMoney(totals.due, currency)
  const facts = [
    { label: 'Beneficiary', value: printable(seller.name) },
    { label: 'IBAN', value: formatIban(printable(seller.iban)) },
    { label: 'BIC', value: printable(seller.bic) },
    { label: 'Reference', value: number },
  ]
  return {
    sentence: `Please pay ${due} by ${formatDate(dueAt)}.`,
    facts: seller.iban === '' ? facts.slice(3) : facts.filter(({ value }) => value !== ''),
    code: paymentCode(invoice),
  }
}

function creditSentence(note: Invoice): string {
  const corrected = note.corrects ? ` It corrects invoice ${note.corrects}.` : ''
  if (amountOf(note.totals.due).lte(zero)) return `It became prepaid credit again.${corrected}`
  return isOwed(note)
    ? `This amount is owed to you.${corrected}`
    : `This amount need not be paid any more.${corrected}`
}

/**
 * Whether a credit note has to be paid out. One for an invoice that was not paid is settled when it is issued, by no
 * payment; this stays so whatever becomes of either.
 */
export const isOwed = ({ paidAt, payment }: Pick<Invoice, 'paidAt' | 'payment'>): boolean =>
  paidAt === null || payment !== null
