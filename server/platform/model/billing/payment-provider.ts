import type { Invoice, InvoicePayment } from './invoices/invoice.ts'

/** How an attempt to collect money went. */
export type Collection =
  /** Not possible now; tried again later. */
  | { status: 'PENDING' }
  /** Under way; its end is reported later, such as by a webhook. */
  | { status: 'PROCESSING'; payment: InvoicePayment }
  | { status: 'PAID'; payment: InvoicePayment }
  /** Refused, such as by a bank. */
  | { status: 'PAYMENTHELD'; payment: InvoicePayment }

/**
 * Collects the money of invoices. A member that uses a payment company starts the payment in `collect`, with the
 * invoice's number as idempotency key, and reports its end with `reportPayment`, called by the company's webhook.
 */
export interface PaymentProvider {
  readonly name: string
  /**
   * Called for each new invoice, and again after a crash: it must not collect twice. Absent when the customer acts
   * first.
   */
  collect?(invoice: Invoice): Promise<Collection>
}
