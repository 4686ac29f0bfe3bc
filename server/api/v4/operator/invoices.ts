import { heldInvoiceList, invoiceRunAnswer } from '#api/answers/billing/billing-operation.ts'
import { invoiceDetail, invoiceSummary, invoiceSummaryList } from '#api/answers/billing/invoices.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { countUpTo, moment, readQuery } from '#api/http/query.ts'
import { heldToWire } from '#api/v4/billing/account-record.ts'
import { invoiceHtml, invoicePdf } from '#api/v4/billing/invoice-files.ts'
import { invoiceDetailToWire, invoiceToWire } from '#api/v4/billing/invoice-record.ts'
import { object, oneOf, optional, string } from '#kit/schema.ts'
import { bugLine } from '#kit/text/log-line.ts'
import { getInvoice } from '#platform/billing/invoices/find-invoice.ts'
import { runInvoices } from '#platform/billing/invoices/issue-invoices.ts'
import {
  creditInvoice,
  markPaid,
  reportPayment,
} from '#platform/billing/payments/report-payment.ts'
import { invoiceStatuses } from '#platform/model/billing/invoices/invoice.ts'
import { isInvoiceNumber } from '#platform/model/billing/invoices/invoice-number.ts'
import { runLimit } from './run-limit.ts'

const path = '/v4/berth/billing/invoices'
const one = `${path}/:number` as const
const parameters = {
  since: moment,
  until: moment,
  limit: countUpTo(1000),
  after: string,
  status: oneOf(...invoiceStatuses),
}
const usualCount = 100

export const listAllInvoices = endpoint({
  method: 'GET',
  path,
  access: 'operator',
  summary:
    'Lists the invoices and credit notes of all owners, newest first: `since`, `until`, `limit`, `status`, and `after` (a number) for the next page',
  query: parameters,
  answer: invoiceSummaryList,
  async handle({ platform: { store }, query }) {
    const { limit = usualCount, after, ...filter } = readQuery(query, parameters)
    const number = after !== undefined && isInvoiceNumber(after) ? after : undefined
    const page = { ...filter, limit, ...(number && { after: number }) }
    const invoices = await store.invoices.listAll(page)
    return invoices.map(invoiceToWire)
  },
})

export const postInvoiceRun = endpoint({
  method: 'POST',
  path: `${path}/run`,
  access: 'operator',
  action: 'billing.run-invoices',
  summary:
    'Invoices every month that is over, up to and with the month `until`, such as 2026-10, and months that were held and are complete now',
  body: object({ until: optional(string) }),
  answer: invoiceRunAnswer,
  async handle({ platform, body, log }) {
    const run = await runInvoices(platform, runLimit(body.until, platform.clock()))
    for (const { ownerId, error } of run.failed) {
      log(bugLine(error, `in the invoice of ${ownerId}`))
    }
    return {
      issued: run.issued,
      held: run.held.map(heldToWire),
      failed: run.failed.map(({ ownerId }) => ownerId),
    }
  },
})

export const listHeldInvoices = endpoint({
  method: 'GET',
  path: `${path}/held`,
  access: 'operator',
  summary: 'Lists months that could not be invoiced, with the reasons',
  answer: heldInvoiceList,
  handle: async ({ platform: { store } }) => (await store.heldInvoices.list()).map(heldToWire),
})

export const getAnyInvoice = endpoint({
  method: 'GET',
  path: one,
  access: 'operator',
  summary: 'Shows an invoice or credit note of any owner',
  answer: invoiceDetail,
  async handle({ platform, params }) {
    const invoice = await getInvoice(platform, params.number)
    return invoiceDetailToWire(invoice, await platform.store.credits.listOf(invoice.ownerId))
  },
})

export const getAnyInvoicePdf = endpoint({
  method: 'GET',
  path: `${path}/:number.pdf`,
  produces: 'application/pdf',
  access: 'operator',
  summary: 'Gives an invoice of any owner as PDF',
  cost: 5,
  handle: async ({ platform, params }) =>
    invoicePdf(platform, await getInvoice(platform, params.number)),
})

export const getAnyInvoiceHtml = endpoint({
  method: 'GET',
  path: `${path}/:number.html`,
  produces: 'text/html',
  access: 'operator',
  summary: 'Gives an invoice of any owner as a page',
  handle: async ({ platform, params }) =>
    invoiceHtml(platform, await getInvoice(platform, params.number)),
})

export const postPaid = endpoint({
  method: 'POST',
  path: `${one}/paid`,
  access: 'operator',
  action: 'billing.mark-paid',
  summary: 'Reports that an invoice was paid, or that a credit note was paid out',
  body: object({ transaction_id: optional(string) }),
  answer: invoiceSummary,
  handle: async ({ platform, params, body }) =>
    invoiceToWire(await markPaid(platform, params.number, body.transaction_id ?? null)),
})

export const putInvoiceStatus = endpoint({
  method: 'PUT',
  path: `${one}/status`,
  access: 'operator',
  action: 'billing.set-status',
  summary: 'Moves an unpaid invoice to PENDING, PROCESSING, PAYMENTHELD or WONTPAY',
  body: object({ status: oneOf('PENDING', 'PROCESSING', 'PAYMENTHELD', 'WONTPAY') }),
  answer: invoiceSummary,
  handle: async ({ platform, params, body: { status } }) =>
    invoiceToWire(await reportPayment(platform, params.number, { status })),
})

export const postCreditNote = endpoint({
  method: 'POST',
  path: `${one}/credit-note`,
  access: 'operator',
  action: 'billing.issue-credit-note',
  summary:
    'Corrects an invoice by a credit note, wholly or by `amount` without tax; credited in full it is cancelled or refunded',
  body: object({ reason: string, amount: optional(string) }),
  answer: invoiceSummary,
  handle: async ({ platform, params, body: { reason, amount } }) =>
    invoiceToWire(await creditInvoice(platform, params.number, { reason, net: amount })),
})
