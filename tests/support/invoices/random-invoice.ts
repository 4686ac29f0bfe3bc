import type {
  BillingAddress,
  Invoice,
  InvoiceLine,
} from '#platform/model/billing/invoices/invoice.ts'
import { seededRandom } from '#tests/support/faults/mutate.ts'
import { type SampleTax, sampleBuyer, sampleInvoice, sampleLine } from './sample-invoices.ts'

const names = [
  ...[
    'shop',
    'api',
    'Café Müller',
    'Łódź żółć',
    'Ελλάδα',
    'Москва',
    'Tom & Jerry <inc>',
    '"quoted"',
  ],
  ...["O'Neil", 'naïve-façade', 'a/b\\c', 'ﬁnance', 'service 42', 'x', 'Straße'],
]
const flavors = ['XS', 'S', 'M', 'L', 'XL', 'dev', 'large']

const taxes: readonly (SampleTax & { buyer?: Partial<BillingAddress> })[] = [
  { category: 'S', percent: '20' },
  { category: 'S', percent: '5.5' },
  { category: 'Z', percent: '0' },
  { category: 'E', percent: '0', reason: 'Exempt under Article 132 of Directive 2006/112/EC' },
  { category: 'O', percent: '0', reason: 'Not subject to VAT', buyer: { country: 'CH' } },
  { category: 'AE', percent: '0', buyer: { country: 'PL', vatNumber: 'PL5260001246' } },
]

/** An invoice of random lines, taxes, discount and credits; the same for the same seed. */
export function randomInvoice(seed: number, maxLines = 12): Invoice {
  const random = seededRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T
  const lines = Array.from({ length: 1 + below(maxLines) }, (_, index) =>
    randomLine(index, below, pick),
  )
  const { buyer, ...tax } = pick(taxes)
  const used = lines.reduce((sum, { net }) => sum + Number(net), 0)
  const free = below(3) === 0 ? (used * random() * 0.8).toFixed(2) : '0.00'
  const isCreditNote = below(5) === 0
  return sampleInvoice({
    number: `F20261201-${String(seed).padStart(6, '0')}`,
    kind: isCreditNote ? 'credit-note' : 'invoice',
    corrects: isCreditNote ? 'F20261101-000007' : null,
    lines: Number(free) > 0 ? [...lines, freeCredits(free)] : lines,
    tax,
    ...(below(3) === 0 ? { discountPercent: pick(['5', '12.5']) } : {}),
    ...(below(3) === 0 ? { credits: `${below(200)}.${below(10)}0` } : {}),
    buyer: {
      ...sampleBuyer,
      name: pick(names),
      company: pick(['', `${pick(names)} GmbH`]),
      costCentre: pick(['', 'R&D 7']),
      purchaseOrder: pick(['', 'PO-118']),
      ...buyer,
    },
    notes: pick([[], ['Thank you.'], ['One & two', 'three < four']]),
  })
}

function randomLine(
  index: number,
  below: (limit: number) => number,
  pick: <T>(from: readonly T[]) => T,
): InvoiceLine {
  const resource = below(6)
  const resourceName = `${names[(resource * 5) % names.length]} ${resource}`
  const flavorOrPlan = pick(flavors)
  const day = 86_400_000
  const from = Date.UTC(2026, 10, 1) + below(20) * day + below(day)
  const span = { from, until: from + 1000 + below(9 * day) }
  const shared = { resourceName, flavorOrPlan, ...span }
  if (below(3) === 0) {
    return sampleLine({
      ...shared,
      kind: 'addon',
      resourceId: `addon_${resource}`,
      unit: 'month',
      quantity: pick(['1', '0.533333333', '0.25']),
      unitPrice: pick(['5', '15.5', '99.99']),
      providerId: 'postgresql-addon',
    })
  }
  return sampleLine({
    ...shared,
    resourceId: `app_${resource}`,
    quantity: String(1 + below(2_600_000)),
    unitPrice: `0.0000${String(1 + below(99_999)).padStart(5, '0')}`,
    ...(index % 4 === 3
      ? {
          kind: 'build' as const,
          description: `${resourceName}: build with ${flavorOrPlan} in par`,
        }
      : {}),
  })
}

const freeCredits = (amount: string): InvoiceLine =>
  sampleLine({
    kind: 'credit',
    resourceId: '',
    resourceName: '',
    description: 'Free credits of the month',
    quantity: '1',
    unit: 'piece',
    unitPrice: `-${amount}`,
    net: `-${amount}`,
  })
