import { type CreditNoteRequest, createCreditNote } from '#platform/billing/invoices/credit-note.ts'
import { getInvoice } from '#platform/billing/invoices/find-invoice.ts'
import type { Platform } from '#platform/billing/platform.ts'
import type {
  Invoice,
  InvoicePayment,
  InvoiceStatus,
} from '#platform/model/billing/invoices/invoice.ts'
import { canBecome } from '#platform/model/billing/invoices/invoice-states.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { returnIfPaid, type SuspensionContext } from './suspension.ts'

/**
 * Moves an invoice to another state, if its state allows that. Repeating a report has no effect. Once everything that
 * was overdue is paid, suspended applications start again.
 */
export async function reportPayment(
  platform: SuspensionContext,
  number: string,
  report: { status: InvoiceStatus; payment?: InvoicePayment },
): Promise<Invoice> {
  const { status, payment } = report
  const invoice = await platform.store.transaction(async (store) => {
    const current = await getInvoice({ store }, number)
    if (current.status === status) return current
    refuseTransition(current, status)
    const paidAt = status === 'PAID' ? platform.clock() : current.paidAt
    const change = { status, paidAt, ...(payment && { payment }) }
    await store.invoices.change(current.number, [current.status], change)
    return { ...current, ...change }
  })
  await returnIfPaid(platform, invoice.ownerId)
  return invoice
}

function refuseTransition({ kind, number, status }: Invoice, next: InvoiceStatus): void {
  // Only a credit note does these, so that the accounts tell why.
  const needsNote = next === 'CANCELED' || next === 'REFUNDED'
  if (kind === 'invoice' && needsNote) {
    throw new Refusal('conflict', `Make a credit note for ${number}: an invoice is never deleted.`)
  }
  if (canBecome(status, next)) return
  throw new Refusal('conflict', `${number} is ${status} and cannot become ${next}.`)
}

/** The operator reports that an invoice was paid, or that a credit note was paid out. */
export const markPaid = (
  platform: SuspensionContext,
  number: string,
  transactionId: string | null = null,
): Promise<Invoice> =>
  reportPayment(platform, number, {
    status: 'PAID',
    payment: { provider: 'manual', transactionId },
  })

/** The operator corrects an invoice; who was suspended for it returns. */
export async function creditInvoice(
  platform: SuspensionContext,
  number: string,
  request: CreditNoteRequest,
): Promise<Invoice> {
  const note = await createCreditNote(platform, number, request)
  await returnIfPaid(platform, note.ownerId)
  return note
}

/** Hands invoices that nobody collects yet to the payment provider. */
export async function collectPayments(
  platform: SuspensionContext & Pick<Platform, 'paymentProvider'>,
): Promise<void> {
  const { store, paymentProvider } = platform
  if (!paymentProvider.collect) return
  for (const { number } of await store.invoices.listDue(['PENDING'], Number.MAX_SAFE_INTEGER)) {
    const invoice = await getInvoice({ store }, number)
    if (invoice.payment || invoice.status !== 'PENDING') continue
    const collection = await paymentProvider.collect(invoice)
    if (collection.status === 'PENDING') continue
    await reportPayment(platform, invoice.number, collection)
  }
}
