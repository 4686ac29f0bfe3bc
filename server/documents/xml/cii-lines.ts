import { amountOf, textOf } from '#platform/model/billing/amount.ts'
import type { Invoice, InvoiceLine, InvoiceTax } from '#platform/model/billing/invoices/invoice.ts'
import { billingPeriod } from './cii-dates.ts'
import { taxRate } from './cii-tax.ts'
import { element, textElement } from './xml.ts'

/** Codes of UN/ECE recommendation 20. */
const unitCodes: Record<InvoiceLine['unit'], string> = { second: 'SEC', month: 'MON', piece: 'C62' }

interface LineItem {
  id: string
  name: string
  resourceId: string
  quantity: string
  unitCode: string
  unitPrice: string
  /** Quantity that the price is for: an hour of seconds, because readers take six decimals of a price at most. */
  basis?: string
  net: string
  tax: Pick<InvoiceTax, 'category' | 'percent'>
  period: { from: number; until: number }
}

/** Lines of an invoice without any tax. */
const untaxed: LineItem['tax'] = { category: 'O', percent: '0' }

/**
 * The lines of an invoice with one tax. The record does not say which line has which tax; an invoice with several has a line for each
 * tax, so that the sums by tax (BR-S-08 and its siblings) hold.
 */
export function lineItems(invoice: Invoice): readonly string[] {
  const { lines, taxes } = invoice
  if (taxes.length > 1) return taxes.map((tax, index) => lineItem(itemOfTax(invoice, tax, index)))
  const tax = taxes[0] ?? untaxed
  return lines.map((line, index) => lineItem(itemOfLine(line, index, tax)))
}

function itemOfLine(line: InvoiceLine, index: number, tax: LineItem['tax']): LineItem {
  return {
    id: `${index + 1}`,
    name: line.description || line.resourceName || line.kind,
    resourceId: line.resourceId,
    ...withPositivePrice(line),
    ...(line.unit === 'second' ? { basis: '3600' } : {}),
    unitCode: unitCodes[line.unit],
    net: line.net,
    tax,
    period: line,
  }
}

function itemOfTax({ period }: Invoice, tax: InvoiceTax, index: number): LineItem {
  return {
    id: `${index + 1}`,
    name: `Services, VAT category ${tax.category}, ${tax.percent} %`,
    resourceId: '',
    ...withPositivePrice({ quantity: '1', unitPrice: tax.base }),
    unitCode: unitCodes.piece,
    net: tax.base,
    tax,
    period,
  }
}

/** A price must not be negative (BR-27); a quantity may. */
function withPositivePrice({ quantity, unitPrice }: Pick<InvoiceLine, 'quantity' | 'unitPrice'>) {
  if (!unitPrice.startsWith('-')) return { quantity, unitPrice }
  const opposite = quantity.startsWith('-') ? quantity.slice(1) : `-${quantity}`
  return { quantity: opposite, unitPrice: unitPrice.slice(1) }
}

function price({ unitPrice, basis, unitCode }: LineItem): string {
  if (basis === undefined) return textElement('ram:ChargeAmount', unitPrice)
  const amount = textOf(amountOf(unitPrice).times(basis))
  return (
    textElement('ram:ChargeAmount', amount) + textElement('ram:BasisQuantity', basis, { unitCode })
  )
}

function lineItem(item: LineItem): string {
  const { id, name, resourceId, quantity, unitCode, net, tax, period } = item
  return element(
    'ram:IncludedSupplyChainTradeLineItem',
    element('ram:AssociatedDocumentLineDocument', textElement('ram:LineID', id)),
    element(
      'ram:SpecifiedTradeProduct',
      textElement('ram:SellerAssignedID', resourceId),
      textElement('ram:Name', name),
    ),
    element(
      'ram:SpecifiedLineTradeAgreement',
      element('ram:NetPriceProductTradePrice', price(item)),
    ),
    element(
      'ram:SpecifiedLineTradeDelivery',
      textElement('ram:BilledQuantity', quantity, { unitCode }),
    ),
    element(
      'ram:SpecifiedLineTradeSettlement',
      element('ram:ApplicableTradeTax', textElement('ram:TypeCode', 'VAT'), taxRate(tax)),
      billingPeriod(period),
      element(
        'ram:SpecifiedTradeSettlementLineMonetarySummation',
        textElement('ram:LineTotalAmount', net),
      ),
    ),
  )
}
