import type { Call } from '#api/http/endpoint.ts'
import { findInvoice } from '#platform/billing/invoices/find-invoice.ts'
import type { Invoice } from '#platform/model/billing/invoices/invoice.ts'
import { Refusal } from '#platform/model/refusal.ts'

type InvoiceCall = Pick<
  Call<'/:ownerId/:number', { on: 'owner'; may: 'bill' }>,
  'platform' | 'caller' | 'ownerId' | 'params'
>

/** The invoice that a path names; one with a suffix that is not offered is missing, and its forms are told. */
export function foundInvoice({ platform, caller, ownerId, params }: InvoiceCall): Promise<Invoice> {
  const { number } = params
  const [, bare] = /^(F\d{8}-\d{6,12})\.\w{1,10}$/.exec(number) ?? []
  if (bare !== undefined) {
    throw new Refusal(
      'missing',
      `Invoices come as ${bare}.pdf, ${bare}.html and ${bare}.csv, and as JSON without a suffix.`,
    )
  }
  return findInvoice(platform, caller, ownerId, number)
}
