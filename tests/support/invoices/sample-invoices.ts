import { amountOf, sumOf, zero } from '#platform/model/billing/amount.ts'
import type {
  BillingAddress,
  Invoice,
  InvoiceLine,
  Seller,
} from '#platform/model/billing/invoices/invoice.ts'
import { moneyText, roundMoney } from '#platform/model/billing/rounding.ts'

export const sampleSeller: Seller = {
  name: 'Harbour Hosting SAS',
  address: ['12 quai de la Fosse', '44000 Nantes'],
  country: 'FR',
  vatNumber: 'FR40303265045',
  legalLines: [
    'Harbour Hosting SAS · société par actions simplifiée with a capital of 100,000 € · RCS Nantes 303 265 045',
    'Late payment: interest at three times the legal rate and a fixed sum of 40 € for the costs of collection.',
  ],
  email: 'billing@harbour.example',
  iban: 'FR7630006000011234567890189',
  bic: 'AGRIFRPP',
}

export const sampleBuyer: BillingAddress = {
  name: 'Zoë Łukasiewicz',
  company: 'Café Łódź & Sons',
  address: '7 rue des Archives',
  city: 'Paris',
  zipcode: '75003',
  country: 'FR',
  vatNumber: '',
  costCentre: '',
  purchaseOrder: '',
}

const november = { from: Date.UTC(2026, 10, 1), until: Date.UTC(2026, 11, 1) }

/** A line of the sample month; its net amount follows from quantity and price. */
export function sampleLine(given: Partial<InvoiceLine>): InvoiceLine {
  const quantity = given.quantity ?? '2592000'
  const unitPrice = given.unitPrice ?? '0.000004'
  const line: InvoiceLine = {
    kind: 'runtime',
    resourceId: 'app_1',
    resourceName: 'shop',
    description: `${given.resourceName ?? 'shop'}: ${given.flavorOrPlan ?? 'M'} in par`,
    flavorOrPlan: 'M',
    zone: 'par',
    ...november,
    quantity,
    unit: 'second',
    unitPrice,
    net: moneyText(roundMoney(amountOf(quantity).times(unitPrice), 'EUR'), 'EUR'),
    providerId: null,
    ...given,
  }
  return line
}

const sampleLines: readonly InvoiceLine[] = [
  sampleLine({}),
  sampleLine({
    kind: 'build',
    description: 'shop: build with M in par',
    quantity: '4211',
    unitPrice: '0.00002',
    from: Date.UTC(2026, 10, 4, 9),
    until: Date.UTC(2026, 10, 27, 18),
  }),
  sampleLine({
    resourceId: 'app_2',
    resourceName: 'api',
    flavorOrPlan: 'XL',
    quantity: '1310708',
    unitPrice: '0.0000325',
    from: Date.UTC(2026, 10, 12),
    until: Date.UTC(2026, 10, 28),
  }),
  sampleLine({
    kind: 'addon',
    resourceId: 'addon_1',
    resourceName: 'orders database',
    description: 'orders database: dev in par',
    flavorOrPlan: 'dev',
    quantity: '1',
    unit: 'month',
    unitPrice: '15',
    providerId: 'postgresql-addon',
  }),
]

export interface SampleTax {
  category: Invoice['taxes'][number]['category']
  percent: string
  reason?: string
}

interface SampleAmounts {
  lines: readonly InvoiceLine[]
  tax?: SampleTax
  discountPercent?: string
  credits?: string
  currency?: string
}

/** Discount, taxes and totals of lines, calculated apart from the platform's own code. */
export function sampleTotals(given: SampleAmounts) {
  const { lines, discountPercent, credits = '0', currency = 'EUR' } = given
  const { category, percent, reason }: SampleTax = given.tax ?? { category: 'S', percent: '20' }
  const text = (amount: ReturnType<typeof amountOf>) => moneyText(amount, currency)
  const sumOfNet = (some: readonly InvoiceLine[]) => sumOf(some.map(({ net }) => amountOf(net)))
  const charged = sumOfNet(lines.filter(({ kind }) => kind !== 'credit'))
  const off = discountPercent
    ? roundMoney(charged.times(discountPercent).times('0.01'), currency)
    : zero
  const net = sumOfNet(lines).minus(off)
  const tax = roundMoney(net.times(percent).times('0.01'), currency)
  const gross = net.plus(tax)
  const paid = amountOf(credits).gt(gross) ? gross : amountOf(credits)
  return {
    discount: discountPercent ? { percent: discountPercent, amount: text(off) } : null,
    taxes: [{ category, percent, base: text(net), amount: text(tax), reason: reason ?? null }],
    totals: {
      net: text(net),
      tax: text(tax),
      gross: text(gross),
      credits: text(paid),
      due: text(gross.minus(paid)),
    },
  }
}

/** The invoice of one month; what is given replaces parts of it, and totals follow. */
export function sampleInvoice(given: Partial<Invoice> & Partial<SampleAmounts> = {}): Invoice {
  const { tax, discountPercent, credits, ...record } = given
  const lines = record.lines ?? sampleLines
  const invoice: Invoice = {
    number: 'F20261201-000042',
    kind: 'invoice',
    origin: 'automatic',
    ownerId: 'orga_00000000-0000-4000-8000-000000000000',
    issuedAt: Date.UTC(2026, 11, 1, 3),
    dueAt: Date.UTC(2026, 11, 31),
    paidAt: null,
    period: november,
    status: 'PENDING',
    currency: 'EUR',
    seller: sampleSeller,
    buyer: sampleBuyer,
    lines,
    ...sampleTotals({ ...given, lines }),
    corrects: null,
    notes: [],
    priceListId: 'prices_1',
    payment: null,
    ...record,
  }
  return invoice
}
