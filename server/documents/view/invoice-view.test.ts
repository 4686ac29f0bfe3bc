import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleInvoice, sampleLine } from '#tests/support/invoices/sample-invoices.ts'
import { invoiceView } from './invoice-view.ts'

test('invoice view: a discount stands below the sum that it is on, and free credits below it', () => {
  const lines = [
    sampleLine({ kind: 'addon', unit: 'month', quantity: '1', unitPrice: '100', net: '100.00' }),
    sampleLine({
      kind: 'credit',
      unit: 'piece',
      resourceName: '',
      quantity: '1',
      unitPrice: '-20.00',
      net: '-20.00',
    }),
  ]
  const { totals } = invoiceView(sampleInvoice({ lines, discountPercent: '10' }))
  assert.deepEqual(
    totals.map(({ label, amount }) => `${label}: ${amount}`),
    [
      'Add-ons: €100.00',
      'Subtotal: €100.00',
      'Discount 10 %: −€10.00',
      'Free credits: −€20.00',
      'Net total: €70.00',
      'VAT 20 % on €70.00: €14.00',
      'Amount due, VAT included: €84.00',
    ],
  )
})

test('invoice view: a credit note tells whether its amount is owed, before and after it was paid out', () => {
  const note = { kind: 'credit-note', corrects: 'F20261101-000041' } as const
  const sentence = (facts: Parameters<typeof sampleInvoice>[0]) =>
    invoiceView(sampleInvoice({ ...note, ...facts })).payment.sentence
  const payment = { provider: 'manual', transactionId: null }
  assert.match(sentence({ status: 'PENDING' }), /is owed to you\. It corrects invoice F20261101-/)
  assert.match(sentence({ status: 'PAID', paidAt: 1, payment }), /is owed to you/)
  assert.match(sentence({ status: 'PAID', paidAt: 1, payment: null }), /need not be paid any more/)
  const { gross } = sampleInvoice().totals
  assert.match(sentence({ paidAt: 1, credits: gross }), /became prepaid credit again/)
})
