import { invoiceDetail, invoiceSummaryList } from '#api/answers/billing/invoices.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { countUpTo, moment, readQuery } from '#api/http/query.ts'
import {
  listInvoices as listOf,
  listUnpaidInvoices as listUnpaid,
} from '#platform/billing/invoices/find-invoice.ts'
import { foundInvoice } from './found-invoice.ts'
import { invoiceCsv, invoiceHtml, invoicePdf } from './invoice-files.ts'
import { invoiceDetailToWire, invoiceToWire } from './invoice-record.ts'

const owner = '/v4/billing/organisations/:ownerId'
const list = `${owner}/invoices` as const
const access = { on: 'owner', may: 'bill' } as const
const parameters = { since: moment, until: moment, limit: countUpTo(1000) }
/** A PDF takes as long as several other calls. */
const cost = 5

export const listInvoices = endpoint({
  method: 'GET',
  path: list,
  access,
  summary:
    'Lists invoices and credit notes, newest first: issued from `since` on, before `until`, at most `limit`',
  query: parameters,
  answer: invoiceSummaryList,
  async handle({ platform, caller, ownerId, query }) {
    const page = readQuery(query, parameters)
    return (await listOf(platform, caller, ownerId, page)).map(invoiceToWire)
  },
})

export const listUnpaidInvoices = endpoint({
  method: 'GET',
  path: `${list}/unpaid`,
  access,
  summary: 'Lists the invoices that wait for payment, oldest first',
  answer: invoiceSummaryList,
  handle: async ({ platform, caller, ownerId }) =>
    (await listUnpaid(platform, caller, ownerId)).map(invoiceToWire),
})

export const getInvoice = endpoint({
  method: 'GET',
  path: `${list}/:number`,
  access,
  summary: 'Shows an invoice or credit note with its lines',
  answer: invoiceDetail,
  async handle(call) {
    const movements = await call.platform.store.credits.listOf(call.ownerId)
    return invoiceDetailToWire(await foundInvoice(call), movements)
  },
})

const links = 'a browser may carry the credentials in `?authorization=`, in base64'

const pdfSummary = `Gives an invoice as PDF/A-3 with its Factur-X form inside; ${links}`
const htmlSummary = `Gives an invoice as a page; ${links}`

export const getInvoicePdf = endpoint({
  method: 'GET',
  path: `${list}/:number.pdf`,
  produces: 'application/pdf',
  access,
  summary: pdfSummary,
  cost,
  handle: async (call) => invoicePdf(call.platform, await foundInvoice(call)),
})

export const getInvoiceHtml = endpoint({
  method: 'GET',
  path: `${list}/:number.html`,
  produces: 'text/html',
  access,
  summary: htmlSummary,
  handle: async (call) => invoiceHtml(call.platform, await foundInvoice(call)),
})

/** The same below the path that the stock tools name. */
export const getInvoicePdfShort = endpoint({
  method: 'GET',
  path: `${owner}/:number.pdf`,
  produces: 'application/pdf',
  access,
  summary: pdfSummary,
  cost,
  handle: async (call) => invoicePdf(call.platform, await foundInvoice(call)),
})

export const getInvoiceHtmlShort = endpoint({
  method: 'GET',
  path: `${owner}/:number.html`,
  produces: 'text/html',
  access,
  summary: htmlSummary,
  handle: async (call) => invoiceHtml(call.platform, await foundInvoice(call)),
})

export const getInvoiceCsv = endpoint({
  method: 'GET',
  path: `${list}/:number.csv`,
  produces: 'text/csv',
  access,
  summary: 'Gives the lines of an invoice as CSV',
  handle: async (call) => invoiceCsv(call.platform, await foundInvoice(call)),
})
