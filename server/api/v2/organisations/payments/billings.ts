import { billingAnswer, billingList } from '#api/answers/billing/invoices.ts'
import { type Call, endpoint } from '#api/http/endpoint.ts'
import { foundInvoice } from '#api/v4/billing/found-invoice.ts'
import { invoicePdf } from '#api/v4/billing/invoice-files.ts'
import { string } from '#kit/schema.ts'
import {
  getInvoice,
  listInvoices,
  listUnpaidInvoices,
} from '#platform/billing/invoices/find-invoice.ts'
import type { Invoice } from '#platform/model/billing/invoices/invoice.ts'
import { parseOwnerId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { billingToWire } from './billing-record.ts'

const path = '/v2/organisations/:ownerId/payments/billings'
const access = { on: 'owner', may: 'bill' } as const
const purpose = 'invoice'
const hour = 3_600_000

export const listBillings = endpoint({
  method: 'GET',
  path,
  access,
  summary: 'Lists invoices and credit notes, newest first, each with a token for its PDF',
  answer: billingList,
  handle: async (call) =>
    (await listInvoices(call.platform, call.caller, call.ownerId)).map((invoice) =>
      toWire(call, invoice),
    ),
})

export const listUnpaidBillings = endpoint({
  method: 'GET',
  path: `${path}/unpaid`,
  access,
  summary: 'Lists the invoices that wait for payment, oldest first',
  answer: billingList,
  handle: async (call) =>
    (await listUnpaidInvoices(call.platform, call.caller, call.ownerId)).map((invoice) =>
      toWire(call, invoice),
    ),
})

export const getBilling = endpoint({
  method: 'GET',
  path: `${path}/:number`,
  access,
  summary: 'Shows an invoice or credit note with its lines',
  answer: billingAnswer,
  handle: async (call) => toWire(call, await foundInvoice(call)),
})

export const getBillingPdf = endpoint({
  method: 'GET',
  path: `${path}/:number.pdf`,
  produces: 'application/pdf',
  access: 'visitor',
  summary:
    'Gives an invoice as PDF to administrators and accountants, and to whoever has its `token`, which expires within an hour',
  query: { token: string },
  cost: 5,
  async handle(call) {
    const { platform, caller, params, query } = call
    const token = query.get('token')
    if (token) return invoicePdf(platform, await invoiceOfToken(call, token))
    if (!caller) {
      throw new Refusal(
        'unauthenticated',
        'Authentication required: sign the request, or use the token of the invoice.',
      )
    }
    const { ownerId: named, number } = params as PathParams
    const ownerId = named === undefined ? caller.userId : parseOwnerId(named)
    const wanted = { platform, caller, ownerId, params: { ownerId, number } }
    return invoicePdf(platform, await foundInvoice(wanted))
  },
})

/** Without an owner below `/v2/self/`. */
interface PathParams {
  ownerId?: string
  number: string
}

type SigningCall = Pick<Call, 'platform' | 'signer'>

const toWire = ({ platform, signer }: SigningCall, invoice: Invoice) =>
  billingToWire(invoice, signer.sign(purpose, `${invoice.number}/${platform.clock() + hour}`))

/** The invoice of the path, if the token is for it and has not expired. */
async function invoiceOfToken(
  { platform, signer, params }: SigningCall & { params: PathParams },
  token: string,
): Promise<Invoice> {
  const [number, until] = signer.open(purpose, token)?.split('/') ?? []
  if (number !== params.number || !(Number(until) >= platform.clock())) throw expired()
  const invoice = await getInvoice(platform, number)
  if (params.ownerId !== undefined && params.ownerId !== invoice.ownerId) throw expired()
  return invoice
}

const expired = () =>
  new Refusal('forbidden', 'This link has expired. List the invoices again for another one.')
