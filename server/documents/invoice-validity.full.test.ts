import assert from 'node:assert/strict'
import test from 'node:test'
import { validateInvoices } from '#tests/support/invoices/invoice-validator.ts'
import { randomInvoice } from '#tests/support/invoices/random-invoice.ts'
import {
  sampleBuyer,
  sampleInvoice,
  sampleLine,
  sampleSeller,
} from '#tests/support/invoices/sample-invoices.ts'
import { createInvoiceDocuments } from './invoice-documents.ts'

const documents = createInvoiceDocuments()
// In one country, the validator would add rules of that country.
const seller = { ...sampleSeller, country: 'DE', vatNumber: 'DE123456789' }
const polish = { ...sampleBuyer, country: 'PL', vatNumber: 'PL5260001246' }
const swiss = { ...sampleBuyer, country: 'CH' }
const names = [
  'Łódź',
  'שלום (א) 1',
  'مرحبا',
  '🚀 👩‍💻',
  '中文 한국어',
  'हिन्दी',
  'x\u202ey\u0007',
  '<&>"\'',
]

const credit = sampleLine({
  kind: 'credit',
  resourceId: '',
  resourceName: '',
  description: 'Free credits',
  quantity: '1',
  unit: 'piece',
  unitPrice: '-5.00',
  net: '-5.00',
})
const usage = [
  sampleLine({}),
  sampleLine({ resourceId: 'app_2', unitPrice: '0.00001234567' }),
  credit,
]
const twoTaxes = sampleInvoice({ seller })

const invoices = {
  discounted: sampleInvoice({
    seller,
    lines: usage,
    discountPercent: '12.5',
    credits: '3.10',
    notes: ['a & b'],
  }),
  reverse: sampleInvoice({
    seller,
    buyer: polish,
    lines: usage,
    tax: { category: 'AE', percent: '0' },
  }),
  outside: sampleInvoice({ seller, buyer: swiss, tax: { category: 'O', percent: '0' } }),
  exempt: sampleInvoice({ seller, tax: { category: 'E', percent: '0', reason: 'Article 132' } }),
  zero: sampleInvoice({ seller, tax: { category: 'Z', percent: '0' }, credits: '999' }),
  creditNote: sampleInvoice({ seller, kind: 'credit-note', corrects: 'F20261101-000001' }),
  random: { ...randomInvoice(7, 40), seller },
  twoTaxes: {
    ...twoTaxes,
    taxes: [
      { category: 'S' as const, percent: '20', base: '50.00', amount: '10.00', reason: null },
      { category: 'S' as const, percent: '10', base: '18.05', amount: '1.81', reason: null },
    ],
    totals: { net: '68.05', tax: '11.81', gross: '79.86', credits: '0.00', due: '79.86' },
  },
  names: sampleInvoice({
    seller,
    buyer: { ...sampleBuyer, company: '北京', name: 'דוד' },
    lines: names.map((resourceName, index) =>
      sampleLine({ resourceId: `a${index}`, resourceName }),
    ),
  }),
}
const wrongTotal = { ...sampleInvoice({ seller }), totals: { ...twoTaxes.totals, gross: '1.00' } }

test('invoice PDF: veraPDF finds PDF/A-3b and the rules of EN 16931 hold, and a wrong sum is noticed', async () => {
  const files: Record<string, Uint8Array> = {}
  for (const [name, invoice] of Object.entries({ ...invoices, wrongTotal })) {
    files[name] = await documents.pdf(invoice)
  }
  const verdicts = await validateInvoices(files)
  assert.equal(verdicts.length, Object.keys(files).length)
  for (const { name, isValid, isArchivable, errors } of verdicts) {
    assert.ok(isArchivable, `${name} is PDF/A-3b`)
    if (name !== 'wrongTotal')
      assert.deepEqual({ name, isValid, errors }, { name, isValid: true, errors: [] })
    else assert.match(errors.join('\n'), /BR-CO-15/)
  }
})
