import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'
import type { Invoice, InvoiceSummary } from '#client/resources/billing/invoices.ts'
import type { Money } from '#client/resources/billing/money.ts'

/** `12.30 EUR`. */
export const moneyText = ({ amount_formatted, currency }: Money): string =>
  `${amount_formatted} ${currency}`

/** `2026-11-30` of an ISO date. */
export const dayText = (date: string): string => date.slice(0, 10)

const typeText = ({ type }: InvoiceSummary) => (type === 'INVOICE' ? '' : 'credit note')

/** A row for each invoice. */
export const invoiceTable = (invoices: readonly InvoiceSummary[], withOwner = false): string =>
  table(
    invoices.map((invoice) => [
      invoice.invoice_number,
      dayText(invoice.emission_date),
      ...(withOwner ? [invoice.owner_id, printable(customerOf(invoice))] : []),
      moneyText(invoice.total),
      invoice.status,
      [typeText(invoice), dueText(invoice)].filter(Boolean).join(', '),
    ]),
  )

const customerOf = ({ address: { company, name } }: InvoiceSummary) => company || name

const unpaid = ['PENDING', 'PROCESSING', 'PAYMENTHELD']

const dueText = ({ status, type, due_date, pay_date }: InvoiceSummary): string => {
  if (pay_date !== undefined) return `paid ${dayText(pay_date)}`
  return type === 'INVOICE' && unpaid.includes(status) ? `due ${dayText(due_date)}` : ''
}

/** An invoice with its lines and totals. */
export function invoiceText(invoice: Invoice): string {
  const { upfront_credit_amount, discount_amount } = invoice
  const last = new Date(Date.parse(invoice.consumption_end_date) - 1).toISOString()
  const head = [
    ['Number', `${invoice.invoice_number} ${typeText(invoice)}`.trim()],
    ['Customer', `${printable(customerOf(invoice))} (${invoice.owner_id})`],
    ['Issued', dayText(invoice.emission_date)],
    ['Period', `${dayText(invoice.consumption_begin_date)} to ${dayText(last)}`],
    ['Status', [invoice.status, dueText(invoice)].filter(Boolean).join(', ')],
    ...(invoice.corrected_invoice_number ? [['Corrects', invoice.corrected_invoice_number]] : []),
  ]
  const totals = [
    ...optional('Discount', discount_amount, '-'),
    ['Without tax', moneyText(invoice.total_tax_excluded)],
    [`VAT ${invoice.vat_percent} %`, moneyText(invoice.total_tax)],
    ['Total', moneyText(invoice.total)],
    ...optional('Prepaid credits', upfront_credit_amount, '-'),
    ['Due', moneyText(invoice.total_due)],
  ]
  const notes = invoice.notes.map(printable)
  return [table(head), table(linesOf(invoice)), table(totals), notes.join('\n')]
    .filter(Boolean)
    .join('\n\n')
}

const optional = (label: string, money: Money, sign: string): string[][] =>
  money.amount === 0 ? [] : [[label, `${sign}${moneyText(money)}`]]

function linesOf(invoice: Invoice): string[][] {
  const uptimes = invoice.uptimes.flatMap(({ app_name, details }) =>
    details.map(({ kind, flavor, zone, seconds, price }) => [
      printable(app_name),
      `${kind === 'build' ? 'build with ' : ''}${flavor} in ${zone}`,
      durationText(seconds),
      moneyText(price),
    ]),
  )
  const addons = invoice.countables.map(({ name, plan, quantity, price }) => [
    ...[printable(name), `plan ${plan}`, `${monthsText(quantity)} months`, moneyText(price)],
  ])
  const charges = invoice.vendor_consumption.map(({ name, price }) => [
    ...[printable(name), 'consumption', '', moneyText(price)],
  ])
  const others = invoice.classic.map(({ description, price }) => [
    ...[printable(description), '', '', moneyText(price)],
  ])
  return [...uptimes, ...addons, ...charges, ...others]
}

/** `720:15:08`. */
export function durationText(seconds: number): string {
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** A part of a month with three decimals. */
export const monthsText = (quantity: number): string => String(Number(quantity.toFixed(3)))
