import { isOwed } from '#documents/view/payment-view.ts'
import { amountOf, sumOf, zero } from '#platform/model/billing/amount.ts'
import type { Invoice, InvoiceTax } from '#platform/model/billing/invoices/invoice.ts'
import { moneyText } from '#platform/model/billing/rounding.ts'
import { billingPeriod, dateTime } from './cii-dates.ts'
import { exemptionCode, exemptionReason, ratePercent, taxRate } from './cii-tax.ts'
import { element, textElement } from './xml.ts'

/** Codes of UN/EDIFACT 4461: SEPA credit transfer, and any other one. */
const sepaTransfer = '58'
const creditTransfer = '30'

/** Payment, taxes, discount and totals. */
export function settlement(invoice: Invoice): string {
  const { number, currency, taxes, period, corrects } = invoice
  return element(
    'ram:ApplicableHeaderTradeSettlement',
    textElement('ram:PaymentReference', number),
    textElement('ram:InvoiceCurrencyCode', currency),
    paymentMeans(invoice),
    ...taxes.map(taxBreakdown),
    billingPeriod(period),
    allowance(invoice),
    paymentTerms(invoice),
    totals(invoice),
    corrects === null
      ? ''
      : element('ram:InvoiceReferencedDocument', textElement('ram:IssuerAssignedID', corrects)),
  )
}

function paymentMeans({ kind, seller, currency }: Invoice): string {
  if (kind === 'credit-note' || seller.iban === '') return ''
  const bic = seller.bic.replaceAll(' ', '')
  return element(
    'ram:SpecifiedTradeSettlementPaymentMeans',
    textElement('ram:TypeCode', currency === 'EUR' ? sepaTransfer : creditTransfer),
    element(
      'ram:PayeePartyCreditorFinancialAccount',
      textElement('ram:IBANID', seller.iban.replaceAll(' ', '')),
      textElement('ram:AccountName', seller.name),
    ),
    bic === ''
      ? ''
      : element('ram:PayeeSpecifiedCreditorFinancialInstitution', textElement('ram:BICID', bic)),
  )
}

const taxBreakdown = (tax: InvoiceTax): string =>
  element(
    'ram:ApplicableTradeTax',
    textElement('ram:CalculatedAmount', tax.amount),
    textElement('ram:TypeCode', 'VAT'),
    exemptionReason(tax),
    textElement('ram:BasisAmount', tax.base),
    textElement('ram:CategoryCode', tax.category),
    exemptionCode(tax),
    ratePercent(tax),
  )

/** The discount on all lines but free credits. With several taxes, the lines are their bases, which it has reduced already. */
function allowance({ discount, taxes, lines, currency }: Invoice): string {
  const [tax] = taxes
  if (!discount || !tax || taxes.length > 1) return ''
  const charged = lines.filter(({ kind }) => kind !== 'credit')
  return element(
    'ram:SpecifiedTradeAllowanceCharge',
    element('ram:ChargeIndicator', textElement('udt:Indicator', 'false')),
    textElement('ram:CalculationPercent', discount.percent),
    textElement('ram:BasisAmount', sumOfLines(charged, currency)),
    textElement('ram:ActualAmount', discount.amount),
    textElement('ram:Reason', 'Discount'),
    element('ram:CategoryTradeTax', textElement('ram:TypeCode', 'VAT'), taxRate(tax)),
  )
}

const sumOfLines = (lines: Invoice['lines'], currency: string): string =>
  moneyText(sumOf(lines.map(({ net }) => amountOf(net))), currency)

function paymentTerms(invoice: Invoice): string {
  const { kind, dueAt, totals } = invoice
  if (kind === 'credit-note') {
    const text = isOwed(invoice)
      ? 'The amount is owed to the customer.'
      : 'The amount need not be paid any more.'
    return element('ram:SpecifiedTradePaymentTerms', textElement('ram:Description', text))
  }
  return amountOf(totals.due).gt(zero)
    ? element('ram:SpecifiedTradePaymentTerms', dateTime('ram:DueDateDateTime', dueAt))
    : ''
}

/** BR-CO-10 to BR-CO-16: each total is the sum that the standard prescribes, because the record was made so. */
function totals(invoice: Invoice): string {
  const { currency, totals, discount, taxes, lines } = invoice
  const isByTax = taxes.length > 1
  return element(
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
    textElement('ram:LineTotalAmount', isByTax ? totals.net : sumOfLines(lines, currency)),
    textElement('ram:AllowanceTotalAmount', isByTax ? '' : (discount?.amount ?? '')),
    textElement('ram:TaxBasisTotalAmount', totals.net),
    textElement('ram:TaxTotalAmount', totals.tax, { currencyID: currency }),
    textElement('ram:GrandTotalAmount', totals.gross),
    amountOf(totals.credits).eq(zero) ? '' : textElement('ram:TotalPrepaidAmount', totals.credits),
    textElement('ram:DuePayableAmount', totals.due),
  )
}
