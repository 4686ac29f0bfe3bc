import type { Platform } from '#platform/billing/platform.ts'
import { type Amount, amountOf, minOf, sumOf } from '#platform/model/billing/amount.ts'
import type {
  Invoice,
  InvoiceDocument,
  InvoiceLine,
} from '#platform/model/billing/invoices/invoice.ts'
import { canBecome, isUnpaid } from '#platform/model/billing/invoices/invoice-states.ts'
import { moneyText, roundMoney } from '#platform/model/billing/rounding.ts'
import type { InvoiceNumber } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { percentOf } from './calculate.ts'
import { giveBackCredit } from './credits.ts'
import { getInvoice } from './find-invoice.ts'
import { issueDate } from './issue-month.ts'

export interface CreditNoteRequest {
  reason: string
  /** Amount without tax; everything that is left of the invoice when absent. */
  net?: string | undefined
}

/**
 * Corrects an invoice, wholly or in part, by a credit note with the next number of the same sequence; the invoice
 * itself never changes. Credited in full, an unpaid invoice is cancelled and a paid one is refunded.
 */
export function createCreditNote(
  platform: Pick<Platform, 'store' | 'clock'>,
  number: string,
  request: CreditNoteRequest,
): Promise<Invoice> {
  return platform.store.transaction(async (store) => {
    const invoice = await getInvoice({ store }, number)
    if (invoice.kind !== 'invoice') {
      throw new Refusal('conflict', `${number} is a credit note, which cannot be corrected.`)
    }
    const earlier = await store.invoices.listCorrections(invoice.number)
    const left = leftOf(invoice, earlier)
    if (left.net.lte(0)) throw new Refusal('conflict', `${number} was credited in full.`)
    const net = request.net === undefined ? left.net : parseNet(request.net, invoice, left.net)
    const isRest = net.eq(left.net)
    const issuedAt = await issueDate(store, platform.clock())
    const isWhole = isRest && earlier.length === 0
    const document = isWhole
      ? wholeCredit(invoice)
      : partialCredit(invoice, left, { net, isRest, reason: request.reason })
    const isOwed = invoice.status === 'PAID' && amountOf(document.totals.due).gt(0)
    const note = await store.invoices.add({
      ...invoice,
      ...document,
      kind: 'credit-note',
      origin: 'manual',
      issuedAt,
      dueAt: issuedAt,
      // Only money that was paid has to be paid back; the rest is settled with the invoice or becomes credit again.
      status: isOwed ? 'PENDING' : 'PAID',
      paidAt: isOwed ? null : issuedAt,
      payment: null,
      corrects: invoice.number,
      notes: [`Corrects invoice ${invoice.number}: ${request.reason}`, ...invoice.notes],
    })
    await giveBack(store, note)
    await settleInvoice(store, invoice, { isRest, issuedAt })
    return note
  })
}

/** Amounts of an invoice that no credit note has corrected. */
interface Left {
  net: Amount
  tax: Amount
  credits: Amount
}

function leftOf({ totals }: Invoice, notes: readonly Invoice[]): Left {
  const rest = (field: 'net' | 'tax' | 'credits') =>
    amountOf(totals[field]).minus(sumOf(notes.map((note) => amountOf(note.totals[field]))))
  return { net: rest('net'), tax: rest('tax'), credits: rest('credits') }
}

function parseNet(text: string, { currency }: Invoice, left: Amount): Amount {
  const net = /^\d{1,9}(\.\d{1,6})?$/.test(text) ? amountOf(text) : undefined
  if (!net || net.lte(0) || !roundMoney(net, currency).eq(net)) {
    throw new Refusal('invalid', 'The amount must be a decimal such as 12.34.')
  }
  if (net.lte(left)) return net
  const most = moneyText(left, currency)
  throw new Refusal('conflict', `At most ${most} ${currency} without tax can be credited.`)
}

const wholeCredit = ({ lines, discount, taxes, totals }: Invoice) => ({
  lines,
  discount,
  taxes,
  totals,
})

/** One line with the amount. The last credit note of an invoice takes what is left of the tax, so that none remains. */
function partialCredit(
  { taxes: [tax], currency, period, number }: Invoice,
  left: Left,
  { net, isRest, reason }: { net: Amount; isRest: boolean; reason: string },
): Pick<InvoiceDocument, 'lines' | 'discount' | 'taxes' | 'totals'> {
  if (!tax) throw new Error(`${number} has no tax`)
  const text = (amount: Amount) => moneyText(amount, currency)
  const exact = percentOf(net, tax.percent, currency)
  const taxed = isRest ? left.tax : minOf(exact, left.tax)
  const gross = net.plus(taxed)
  // First what is due in money, then prepaid credits.
  const due = minOf(gross, left.net.plus(left.tax).minus(left.credits))
  const line: InvoiceLine = {
    kind: 'other',
    resourceId: '',
    resourceName: '',
    description: reason,
    flavorOrPlan: '',
    zone: '',
    from: period.from,
    until: period.until,
    quantity: '1',
    unit: 'piece',
    unitPrice: text(net),
    net: text(net),
    providerId: null,
  }
  return {
    lines: [line],
    discount: null,
    taxes: [{ ...tax, base: text(net), amount: text(taxed) }],
    totals: {
      net: text(net),
      tax: text(taxed),
      gross: text(gross),
      credits: text(gross.minus(due)),
      due: text(due),
    },
  }
}

/** What was paid with prepaid credits becomes credit again. */
async function giveBack(store: Store, note: Invoice): Promise<void> {
  const { number, totals, issuedAt } = note
  if (Number(totals.credits) === 0) return
  const at = { invoiceNumber: number, createdAt: issuedAt }
  await giveBackCredit(store, note, totals.credits, at)
}

/** Ends an invoice that was credited in full, or of which nothing is left to pay. */
async function settleInvoice(
  store: Store,
  invoice: Invoice,
  { isRest, issuedAt }: { isRest: boolean; issuedAt: number },
): Promise<void> {
  const { number, status } = invoice
  if (isRest) {
    const next = canBecome(status, 'CANCELED') ? 'CANCELED' : 'REFUNDED'
    await store.invoices.change(number, [status], { status: next })
  } else if (isUnpaid(invoice) && (await outstandingOf(store, invoice)).lte(0)) {
    const payment = { provider: 'credit-note', transactionId: null }
    await store.invoices.change(number, [status], { status: 'PAID', paidAt: issuedAt, payment })
  }
}

/** What is still to be paid of an invoice: the amount due without what was credited. */
export async function outstandingOf(
  store: Store,
  { number, totals }: { number: InvoiceNumber; totals: Invoice['totals'] },
): Promise<Amount> {
  const notes = await store.invoices.listCorrections(number)
  return amountOf(totals.due).minus(sumOf(notes.map((note) => amountOf(note.totals.due))))
}
