import { isInvoiceNumber } from '#platform/model/billing/invoices/invoice-number.ts'
import type { Attachment, QueuedEmail } from '#platform/model/events/email.ts'
import type { Platform } from './platform.ts'

/** Mail servers commonly take 10 MB, and a third is added by the encoding. */
const maxBytes = 5_000_000

/** The invoice as PDF, made when the e-mail is sent; `undefined` if there is none or it is too large for an e-mail. */
export async function attachInvoice(
  { store, documents }: Pick<Platform, 'store' | 'documents'>,
  { number = '' }: QueuedEmail['knows'],
): Promise<Attachment | undefined> {
  const invoice = isInvoiceNumber(number) ? await store.invoices.find(number) : undefined
  if (!invoice) return undefined
  const bytes = await documents.pdf(invoice)
  if (bytes.length > maxBytes) return undefined
  return { name: `${invoice.number}.pdf`, type: 'application/pdf', bytes }
}
