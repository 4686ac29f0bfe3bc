import { amountOf, zero } from '#platform/model/billing/amount.ts'
import type { Invoice, InvoiceTax } from '#platform/model/billing/invoices/invoice.ts'
import { formatMoney, formatPercent } from './format.ts'
import { printable } from './printable-text.ts'
import { creditsTitle, type UsageSection } from './usage-groups.ts'

/** A row of the summary. */
export interface TotalRow {
  label: string
  amount: string
  /** `part` adds up to the next `total`; `due` is the last. */
  weight: 'part' | 'total' | 'due'
}

/** From the sections of usage through discount, which is on them alone, free credits and taxes down to what is due. */
export function totalRows(
  { discount, taxes, totals, currency, kind }: Invoice,
  sections: readonly UsageSection[],
  chargedTotal: string,
): readonly TotalRow[] {
  const money = (amount: string) => formatMoney(amount, currency)
  const row = (label: string, amount: string, weight: TotalRow['weight'] = 'part'): TotalRow => ({
    label,
    amount,
    weight,
  })
  const partsOf = (some: readonly UsageSection[]) =>
    some.map(({ title, net, groups }) => row(titleOf(title, groups.length), net))
  const isCredit = ({ title }: UsageSection) => title === creditsTitle
  const reduced = discount
    ? [
        row('Subtotal', money(chargedTotal), 'total'),
        row(`Discount ${formatPercent(discount.percent)}`, money(negative(discount.amount))),
      ]
    : []
  const due = kind === 'invoice' ? 'Amount due' : 'Amount credited'
  // Without credits the total is what is due, and stands there once.
  const end = amountOf(totals.credits).eq(zero)
    ? [row(`${due}, VAT included`, money(totals.due), 'due')]
    : [
        row('Total, VAT included', money(totals.gross), 'total'),
        row('Prepaid credits', money(negative(totals.credits))),
        row(due, money(totals.due), 'due'),
      ]
  return [
    ...partsOf(sections.filter((section) => !isCredit(section))),
    ...reduced,
    ...partsOf(sections.filter(isCredit)),
    row('Net total', money(totals.net), 'total'),
    ...taxes.map((tax) => row(`${taxTitle(tax)} on ${money(tax.base)}`, money(tax.amount))),
    ...end,
  ]
}

const titleOf = (title: string, count: number): string =>
  count > 1 && title !== 'Other' ? `${title} (${count})` : title

const negative = (amount: string): string =>
  amount.startsWith('-') ? amount.slice(1) : amountOf(amount).eq(zero) ? amount : `-${amount}`

const taxTitles: Record<InvoiceTax['category'], string> = {
  S: 'VAT',
  Z: 'VAT, zero rate',
  AE: 'VAT, reverse charge',
  E: 'VAT, exempt',
  O: 'Outside the scope of VAT',
}

const taxTitle = ({ category, percent }: InvoiceTax): string =>
  category === 'S' ? `VAT ${formatPercent(percent)}` : taxTitles[category]

const reverseCharge = 'Reverse charge: the customer accounts for the tax.'

/** The sentences that the law wants on an invoice without tax. */
export function taxReasons({ taxes }: Pick<Invoice, 'taxes'>): readonly string[] {
  return taxes.flatMap(({ category, reason }) => {
    if (reason) return [printable(reason)]
    return category === 'AE' ? [reverseCharge] : []
  })
}
