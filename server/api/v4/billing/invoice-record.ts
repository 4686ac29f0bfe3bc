import type { invoiceDetail, invoiceSummary } from '#api/answers/billing/invoices.ts'
import type { Infer } from '#kit/schema.ts'
import { amountOf, sumOf, zero } from '#platform/model/billing/amount.ts'
import type { CreditMovement } from '#platform/model/billing/invoices/credit.ts'
import type { Invoice, InvoiceLine } from '#platform/model/billing/invoices/invoice.ts'
import { moneyToWire } from './money.ts'

const dateOf = (time: number) => new Date(time).toISOString()

/** Rate of the tax; invoices have one, and none where no tax is charged. */
const vatPercentOf = ({ taxes }: Pick<Invoice, 'taxes'>) => Number(taxes[0]?.percent ?? 0)

/** An invoice or credit note in a list. */
export function invoiceToWire(invoice: Invoice): Infer<typeof invoiceSummary> {
  const { buyer, currency, kind, ownerId, paidAt, payment, totals } = invoice
  const vat = vatPercentOf(invoice)
  const type = kind === 'invoice' ? 'INVOICE' : 'CREDITNOTE'
  return {
    invoice_number: invoice.number,
    kind: type,
    type,
    origin: invoice.origin,
    category: invoice.origin === 'automatic' ? 'usage' : 'classic',
    owner_id: ownerId,
    address: {
      address_id: ownerId,
      owner_id: ownerId,
      name: buyer.name,
      company: buyer.company,
      address: buyer.address,
      city: buyer.city,
      zipcode: buyer.zipcode,
      country_alpha2: buyer.country,
      vat_number: buyer.vatNumber,
      vat_percent: vat,
      customer_cost_center: buyer.costCentre,
      customer_purchase_order: buyer.purchaseOrder,
    },
    emission_date: dateOf(invoice.issuedAt),
    due_date: dateOf(invoice.dueAt),
    ...(paidAt === null ? {} : { pay_date: dateOf(paidAt) }),
    status: invoice.status,
    consumption_begin_date: dateOf(invoice.period.from),
    consumption_end_date: dateOf(invoice.period.until),
    currency,
    kpi_compute_months: 1,
    price_factor: 1,
    discount: Number(invoice.discount?.percent ?? 0),
    vat_percent: vat,
    total_tax_excluded: moneyToWire(totals.net, currency),
    total_tax: moneyToWire(totals.tax, currency),
    total: moneyToWire(totals.gross, currency),
    total_due: moneyToWire(totals.due, currency),
    ...(payment === null ? {} : { payment_provider: payment.provider }),
    ...(payment?.transactionId ? transactionOf(payment.transactionId) : {}),
    customer_order_id: buyer.purchaseOrder,
    ...(invoice.corrects === null ? {} : { corrected_invoice_number: invoice.corrects }),
  }
}

/** Public clients read one name in a list and the other of a single invoice. */
const transactionOf = (id: string) => ({ transaction_id: id, provider_transaction_id: id })

/** The same with its lines, sorted into those of applications, add-ons, providers' charges and others. */
export function invoiceDetailToWire(
  invoice: Invoice,
  movements: readonly CreditMovement[],
): Infer<typeof invoiceDetail> {
  const { currency, lines, ownerId, totals } = invoice
  const price = ({ net }: InvoiceLine) => moneyToWire(net, currency)
  const linesOf = (...kinds: InvoiceLine['kind'][]) =>
    lines.filter(({ kind }) => kinds.includes(kind))
  return {
    ...invoiceToWire(invoice),
    uptimes: uptimesOf(invoice),
    countables: linesOf('addon').map((line) => countableToWire(line, invoice)),
    vendor_consumption: linesOf('consumption').map((line) => ({
      item_id: line.resourceId,
      name: line.resourceName,
      description: line.description,
      vendor_id: line.providerId,
      owner_id: ownerId,
      app_id: line.resourceId,
      price: price(line),
    })),
    classic: linesOf('credit', 'other').map((line) => ({
      item_id: `${invoice.number} ${lines.indexOf(line)}`,
      owner_id: ownerId,
      category: 'classic',
      sub_category: line.kind,
      description: line.description,
      sub_description: '',
      quantity: Number(line.quantity),
      unit_price: moneyToWire(line.unitPrice, currency),
      price_factor: 1,
      discount: 0,
      price: price(line),
    })),
    unusable: [],
    taxes: invoice.taxes.map(({ category, percent, base, amount, reason }) => ({
      category,
      vat_percent: Number(percent),
      base: moneyToWire(base, currency),
      amount: moneyToWire(amount, currency),
      reason,
    })),
    discount_amount: moneyToWire(invoice.discount?.amount ?? '0', currency),
    notes: invoice.notes,
    credit_balance_at_emission: moneyToWire(balanceBefore(invoice, movements), currency),
    free_credits_available_this_period: [],
    free_credits_available_next_period: [],
    total_pending_upfront_before_emission: moneyToWire(zero, currency),
    upfront_credit_amount: moneyToWire(totals.credits, currency),
  }
}

/** Lines of instances and builds, by application. */
function uptimesOf({ lines, currency, ownerId }: Invoice) {
  const metered = lines.filter(({ kind }) => kind === 'runtime' || kind === 'build')
  return [...Map.groupBy(metered, ({ resourceId }) => resourceId)].map(([id, ofOne]) => {
    const total = moneyToWire(sumOf(ofOne.map(({ net }) => amountOf(net))), currency)
    return {
      item_id: id,
      app_id: id,
      app_name: ofOne[0]?.resourceName ?? '',
      owner_id: ownerId,
      category: 'usage',
      sub_category: 'runtime',
      price: total,
      total,
      details: ofOne.map((line) => uptimeDetailToWire(line, currency)),
    }
  })
}

/** A line sums up all instances of a size in a zone, so that it names none of them. */
const uptimeDetailToWire = (line: InvoiceLine, currency: string) => ({
  kind: line.kind,
  instance_id: '',
  flavor: line.flavorOrPlan,
  flavor_name: line.flavorOrPlan,
  zone: line.zone,
  zone_id: line.zone,
  runtime_policy_id: `${line.kind === 'build' ? 'builds' : 'apps'}.${line.flavorOrPlan}`,
  ...periodToWire(line),
  seconds: Number(line.quantity),
  unit_price: line.unitPrice,
  price: moneyToWire(line.net, currency),
})

/** A line of an add-on: what public clients call countable. */
function countableToWire(line: InvoiceLine, { currency, ownerId }: Invoice) {
  const price = moneyToWire(line.net, currency)
  const quantity = Number(line.quantity)
  const used = { plan_id: line.flavorOrPlan, quantity, price }
  const { consumption_start, consumption_end, start, end } = periodToWire(line)
  return {
    item_id: line.resourceId,
    app_id: line.resourceId,
    owner_id: ownerId,
    category: 'usage',
    sub_category: line.kind,
    service: line.providerId ?? '',
    name: line.resourceName,
    plan: line.flavorOrPlan,
    zone: line.zone,
    zone_id: line.zone,
    unit: line.unit,
    unit_name: line.unit,
    policy_id: `${line.providerId ?? ''}.${line.flavorOrPlan}`,
    ...used,
    unit_price: line.unitPrice,
    start,
    end,
    details_price: price,
    details: [{ consumption_start, consumption_end, ...used }],
  }
}

const periodToWire = ({ from, until }: InvoiceLine) => ({
  start: dateOf(from),
  end: dateOf(until),
  consumption_start: dateOf(from),
  consumption_end: dateOf(until),
})

/** Prepaid credit that there was when the invoice was issued, before it used any. */
function balanceBefore({ number, issuedAt, currency }: Invoice, all: readonly CreditMovement[]) {
  const before = all.filter(
    (one) => one.createdAt <= issuedAt && one.currency === currency && one.invoiceNumber !== number,
  )
  return sumOf(before.map(({ amount }) => amountOf(amount)))
}
