import type { Connection, StreamedResponse } from '#client/http/connection.ts'
import { path } from '#client/http/path.ts'
import type { Money, Totals } from './money.ts'

/** An invoice or credit note in a list. */
export interface InvoiceSummary extends Totals {
  invoice_number: string
  type: 'INVOICE' | 'CREDITNOTE'
  owner_id: string
  address: { name: string; company: string; city: string; country_alpha2: string }
  /** ISO 8601. */
  emission_date: string
  due_date: string
  pay_date?: string
  status: 'PENDING' | 'PROCESSING' | 'PAYMENTHELD' | 'PAID' | 'CANCELED' | 'REFUNDED' | 'WONTPAY'
  consumption_begin_date: string
  consumption_end_date: string
  currency: string
  vat_percent: number
  /** After prepaid credits. */
  total_due: Money
  /** Number of the invoice that a credit note corrects. */
  corrected_invoice_number?: string
}

/** With its lines, by what they are for. */
export interface Invoice extends InvoiceSummary {
  uptimes: {
    app_id: string
    app_name: string
    total: Money
    details: {
      kind: string
      flavor: string
      zone: string
      seconds: number
      unit_price: string
      price: Money
    }[]
  }[]
  countables: {
    service: string
    name: string
    plan: string
    quantity: number
    unit: string
    price: Money
  }[]
  vendor_consumption: { item_id: string; name: string; description: string; price: Money }[]
  classic: { description: string; price: Money }[]
  taxes: { vat_percent: number; amount: Money; reason: string | null }[]
  discount_amount: Money
  upfront_credit_amount: Money
  notes: string[]
}

export interface InvoiceFilter {
  since?: string | undefined
  until?: string | undefined
  limit?: number | undefined
}

/** Forms that an invoice is downloaded in. */
export type InvoiceForm = 'pdf' | 'html' | 'csv'

const list = (ownerId: string) => path`/v4/billing/organisations/${ownerId}/invoices`

export const invoices = ({ ask, stream }: Connection) => ({
  /** Newest first. */
  list: (ownerId: string, filter: InvoiceFilter = {}) =>
    ask<InvoiceSummary[]>({ method: 'GET', path: list(ownerId), query: { ...filter } }),

  /** Those that wait for payment, oldest first. */
  unpaid: (ownerId: string) =>
    ask<InvoiceSummary[]>({ method: 'GET', path: `${list(ownerId)}/unpaid` }),

  get: (ownerId: string, number: string) =>
    ask<Invoice>({ method: 'GET', path: `${list(ownerId)}${path`/${number}`}` }),

  /** Streams a file. */
  open: (
    ownerId: string,
    number: string,
    form: InvoiceForm,
    signal: AbortSignal,
  ): Promise<StreamedResponse> =>
    stream({
      path: `${list(ownerId)}${path`/${`${number}.${form}`}`}`,
      headers: { accept: '*/*' },
      signal,
    }),
})
