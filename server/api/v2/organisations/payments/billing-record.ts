import type { billingAnswer } from '#api/answers/billing/invoices.ts'
import type { Infer } from '#kit/schema.ts'
import { countryTitle } from '#kit/text/countries.ts'
import { netOf } from '#platform/billing/invoices/calculate.ts'
import type {
  BillingAddress,
  Invoice,
  InvoiceLine,
  InvoiceStatus,
} from '#platform/model/billing/invoices/invoice.ts'

type BillingRecord = Infer<typeof billingAnswer>

const statusToWire = (status: InvoiceStatus): BillingRecord['status'] =>
  status === 'PAYMENTHELD' ? 'PAYMENT_HELD' : status

/** An invoice as `/v2` renders it, where amounts are numbers. */
export function billingToWire(invoice: Invoice, token: string): BillingRecord {
  const { kind, number, ownerId, paidAt, issuedAt } = invoice
  return {
    id: number,
    number,
    status: statusToWire(invoice.status),
    emissionDate: new Date(issuedAt).toISOString(),
    ...(paidAt === null ? {} : { paymentDate: new Date(paidAt).toISOString() }),
    ...addressToWire(invoice.buyer),
    target: ownerId,
    fromSubscription: false,
    ...amountsToWire(invoice),
    type: kind === 'invoice' ? 'INVOICE' : 'CREDITNOTE',
    token,
    targetId: ownerId,
    forId: ownerId,
    payWhen: 'PAY_NEXT_MONTH',
  }
}

export const addressToWire = (buyer: BillingAddress) => ({
  name: buyer.name,
  company: buyer.company,
  address: buyer.address,
  zipCode: buyer.zipcode,
  city: buyer.city,
  country: countryTitle(buyer.country),
  countryCode: buyer.country,
  vatNumber: buyer.vatNumber,
  customerOrderId: buyer.purchaseOrder,
  customerCostCenter: buyer.costCentre,
})

/** Lines and totals; what was deducted is the difference to the original total. */
export function amountsToWire({
  lines,
  taxes,
  totals,
}: Pick<Invoice, 'lines' | 'taxes' | 'totals'>) {
  const vatRate = Number(taxes[0]?.percent ?? 0)
  return {
    lines: lines.map((line) => lineToWire(line, vatRate)),
    originalTotal: Number(netOf(lines.filter(({ kind }) => kind !== 'credit')).toFixed()),
    totalHT: Number(totals.net),
    totalVAT: Number(totals.tax),
    totalTTC: Number(totals.gross),
    vatRate,
  }
}

const lineToWire = (line: InvoiceLine, vatRate: number) => ({
  description: line.description,
  subDescription: `${line.quantity} × ${line.unitPrice} (${line.unit})`,
  pack: line.flavorOrPlan,
  VAT: vatRate,
  price: Number(line.net),
})
