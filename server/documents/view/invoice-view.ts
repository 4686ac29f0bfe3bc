import { countryName } from '#kit/text/countries.ts'
import { amountOf, sumOf, zero } from '#platform/model/billing/amount.ts'
import type { Invoice } from '#platform/model/billing/invoices/invoice.ts'
import { moneyText } from '#platform/model/billing/rounding.ts'
import { formatDate, formatMoney, formatPeriod } from './format.ts'
import { type PaymentView, paymentView } from './payment-view.ts'
import { printable, printableLines } from './printable-text.ts'
import { type TotalRow, taxReasons, totalRows } from './totals.ts'
import { type UsageSection, usageSections } from './usage-groups.ts'

/** A name and the lines below it. */
export interface PartyView {
  title: string
  name: string
  lines: readonly string[]
}

export interface Fact {
  label: string
  value: string
}

/** What every form of an invoice shows, in words and formatted numbers; HTML and PDF only arrange it. */
export interface InvoiceView {
  title: string
  number: string
  seller: PartyView
  buyer: PartyView
  facts: readonly Fact[]
  /** The one amount that people look for. */
  amount: { label: string; amount: string; hint: string }
  totals: readonly TotalRow[]
  /** Why a tax is not charged. */
  reasons: readonly string[]
  notes: readonly string[]
  payment: PaymentView
  sections: readonly UsageSection[]
  legalLines: readonly string[]
}

/** The view of an invoice: a pure function of the record, so that a document made twice is the same. */
export function invoiceView(invoice: Invoice): InvoiceView {
  const { kind, number, seller, notes } = invoice
  const payment = paymentView(invoice)
  const sections = usageSections(invoice)
  return {
    title: kind === 'invoice' ? 'Invoice' : 'Credit note',
    number,
    seller: sellerView(invoice),
    buyer: buyerView(invoice),
    facts: factsOf(invoice),
    amount: amountView(invoice),
    totals: totalRows(invoice, sections, chargedTotal(invoice)),
    reasons: taxReasons(invoice),
    notes: notes.flatMap(printableLines),
    payment,
    sections,
    legalLines: seller.legalLines.map(printable),
  }
}

/** What a discount is on: all lines but free credits. */
function chargedTotal({ lines, currency }: Invoice): string {
  const charged = lines.filter(({ kind }) => kind !== 'credit')
  return moneyText(sumOf(charged.map(({ net }) => amountOf(net))), currency)
}

function sellerView({ seller }: Invoice): PartyView {
  return {
    title: 'From',
    name: printable(seller.name),
    lines: shown([
      ...seller.address.flatMap(printableLines),
      countryName(seller.country),
      seller.vatNumber && `VAT ${printable(seller.vatNumber)}`,
      printable(seller.email),
    ]),
  }
}

function buyerView({ buyer }: Invoice): PartyView {
  const name = printable(buyer.company || buyer.name)
  const contact = printable(buyer.name)
  return {
    title: 'Billed to',
    name,
    lines: shown([
      contact === name ? '' : contact,
      ...printableLines(buyer.address),
      printable(`${buyer.zipcode} ${buyer.city}`),
      countryName(buyer.country),
      buyer.vatNumber && `VAT ${printable(buyer.vatNumber)}`,
      buyer.purchaseOrder && `Purchase order ${printable(buyer.purchaseOrder)}`,
      buyer.costCentre && `Cost centre ${printable(buyer.costCentre)}`,
    ]),
  }
}

const shown = (lines: readonly string[]): string[] => lines.filter((line) => line !== '')

function factsOf(invoice: Invoice): readonly Fact[] {
  const { kind, corrects } = invoice
  const facts: Fact[] = [
    { label: 'Number', value: invoice.number },
    { label: 'Issued', value: formatDate(invoice.issuedAt) },
    { label: 'Due', value: kind === 'invoice' ? formatDate(invoice.dueAt) : '' },
    { label: 'Period', value: formatPeriod(invoice.period) },
    { label: 'Corrects', value: corrects ?? '' },
  ]
  return facts.filter(({ value }) => value !== '')
}

function amountView({ kind, totals, currency, dueAt }: Invoice): InvoiceView['amount'] {
  const amount = formatMoney(totals.due, currency)
  if (kind === 'credit-note') return { label: 'Amount credited', amount, hint: 'in your favour' }
  const isDue = amountOf(totals.due).gt(zero)
  return { label: 'Amount due', amount, hint: isDue ? `by ${formatDate(dueAt)}` : 'nothing to pay' }
}
