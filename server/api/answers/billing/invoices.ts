import {
  boolean,
  exactOptional,
  list,
  nullable,
  number,
  object,
  oneOf,
  string,
  unknown,
} from '#kit/schema.ts'
import { invoiceStatuses } from '#platform/model/billing/invoices/invoice.ts'
import { money } from './money.ts'

const summaryEntries = {
  invoice_number: string,
  kind: oneOf('INVOICE', 'CREDITNOTE'),
  type: oneOf('INVOICE', 'CREDITNOTE'),
  origin: oneOf('automatic', 'manual'),
  category: string,
  owner_id: string,
  address: object({
    address_id: string,
    owner_id: string,
    name: string,
    company: string,
    address: string,
    city: string,
    zipcode: string,
    country_alpha2: string,
    vat_number: string,
    vat_percent: number,
    customer_cost_center: string,
    customer_purchase_order: string,
  }),
  emission_date: string,
  due_date: string,
  pay_date: exactOptional(string),
  status: oneOf(...invoiceStatuses),
  consumption_begin_date: string,
  consumption_end_date: string,
  currency: string,
  kpi_compute_months: number,
  price_factor: number,
  discount: number,
  vat_percent: number,
  total_tax_excluded: money,
  total_tax: money,
  /** With tax. */
  total: money,
  /** After prepaid credits. */
  total_due: money,
  payment_provider: exactOptional(string),
  transaction_id: exactOptional(string),
  provider_transaction_id: exactOptional(string),
  customer_order_id: string,
  /** Number of the invoice that a credit note corrects. */
  corrected_invoice_number: exactOptional(string),
}
export const invoiceSummary = object(summaryEntries)
export const invoiceSummaryList = list(invoiceSummary)

const lineEntries = { item_id: string, owner_id: string, category: string, sub_category: string }
const periodEntries = { consumption_start: string, consumption_end: string }

/** Use of one size or build of an application. */
const uptimeDetail = object({
  kind: string,
  instance_id: string,
  flavor: string,
  flavor_name: string,
  zone: string,
  zone_id: string,
  runtime_policy_id: string,
  start: string,
  end: string,
  ...periodEntries,
  seconds: number,
  unit_price: string,
  price: money,
})

const uptime = object({
  ...lineEntries,
  app_id: string,
  app_name: string,
  price: money,
  total: money,
  details: list(uptimeDetail),
})

const countable = object({
  ...lineEntries,
  app_id: string,
  service: string,
  name: string,
  plan: string,
  plan_id: string,
  zone: string,
  zone_id: string,
  unit: string,
  unit_name: string,
  policy_id: string,
  quantity: number,
  unit_price: string,
  start: string,
  end: string,
  price: money,
  details_price: money,
  details: list(object({ ...periodEntries, plan_id: string, quantity: number, price: money })),
})

/** What is left of a credit that was given away. */
const remainingCredit = object({ name: string, remaining: money })

export const invoiceDetail = object({
  ...summaryEntries,
  uptimes: list(uptime),
  countables: list(countable),
  vendor_consumption: list(
    object({
      item_id: string,
      name: string,
      description: string,
      vendor_id: nullable(string),
      owner_id: string,
      app_id: string,
      price: money,
    }),
  ),
  classic: list(
    object({
      ...lineEntries,
      description: string,
      sub_description: string,
      quantity: number,
      unit_price: money,
      price_factor: number,
      discount: number,
      price: money,
    }),
  ),
  unusable: list(unknown),
  taxes: list(
    object({
      category: string,
      vat_percent: number,
      base: money,
      amount: money,
      reason: nullable(string),
    }),
  ),
  discount_amount: money,
  notes: list(string),
  credit_balance_at_emission: money,
  free_credits_available_this_period: list(remainingCredit),
  free_credits_available_next_period: list(remainingCredit),
  total_pending_upfront_before_emission: money,
  upfront_credit_amount: money,
})

/** States as `/v2` spells them. */
const billingStatus = oneOf(
  'PENDING',
  'PROCESSING',
  'PAYMENT_HELD',
  'PAID',
  'CANCELED',
  'REFUNDED',
  'WONTPAY',
)

/** An invoice as `/v2` renders it; a preorder of an add-on is rendered like one. */
export const billingAnswer = object({
  id: string,
  number: string,
  status: billingStatus,
  emissionDate: string,
  paymentDate: exactOptional(string),
  name: string,
  company: string,
  target: string,
  address: string,
  zipCode: string,
  city: string,
  country: string,
  countryCode: string,
  vatNumber: string,
  fromSubscription: boolean,
  lines: list(
    object({
      description: string,
      subDescription: string,
      pack: string,
      VAT: number,
      price: number,
    }),
  ),
  originalTotal: number,
  totalHT: number,
  totalVAT: number,
  totalTTC: number,
  type: oneOf('INVOICE', 'CREDITNOTE', 'ADDON_PREORDER'),
  token: exactOptional(string),
  targetId: string,
  forId: string,
  customerOrderId: string,
  customerCostCenter: string,
  vatRate: number,
  payWhen: oneOf('PAY_NOW', 'PAY_NEXT_MONTH'),
})
export const billingList = list(billingAnswer)
