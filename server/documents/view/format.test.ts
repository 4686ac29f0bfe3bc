import assert from 'node:assert/strict'
import test from 'node:test'
import { sampleInvoice, sampleSeller } from '#tests/support/invoices/sample-invoices.ts'
import {
  formatDays,
  formatIban,
  formatMoney,
  formatPeriod,
  formatQuantity,
  formatUnitPrice,
} from './format.ts'
import { paymentCode } from './payment-code.ts'
import { printable } from './printable-text.ts'

test('format: money keeps every digit, beyond what floating point holds', () => {
  assert.equal(formatMoney('1234.50', 'EUR'), '€1,234.50')
  assert.equal(formatMoney('-0.05', 'USD'), '\u2212$0.05')
  assert.equal(formatMoney('90071992547409931.01', 'EUR'), '€90,071,992,547,409,931.01')
  assert.equal(formatMoney('1200', 'JPY'), '¥1,200')
  assert.equal(formatMoney('1.234', 'KWD'), 'KWD\u00a01.234')
})

test('format: seconds are hours, minutes and seconds, priced by the hour', () => {
  assert.equal(formatQuantity({ quantity: '2592908', unit: 'second' }), '720:15:08 h')
  assert.equal(formatQuantity({ quantity: '0', unit: 'second' }), '0:00:00 h')
  assert.equal(formatQuantity({ quantity: '0.533333333', unit: 'month' }), '0.5333 months')
  assert.equal(formatQuantity({ quantity: '1', unit: 'month' }), '1 month')
  assert.equal(formatUnitPrice({ unitPrice: '0.000004', unit: 'second' }, 'EUR'), '€0.0144 / h')
  assert.equal(formatUnitPrice({ unitPrice: '15', unit: 'month' }, 'EUR'), '€15.00 / month')
})

test('format: a period names the last day that it contains', () => {
  const [from, until] = [Date.UTC(2026, 1, 1), Date.UTC(2026, 2, 1)]
  assert.equal(formatPeriod({ from, until }), '1 – 28 February 2026')
  assert.equal(formatDays({ from, until }), '1 – 28 Feb')
  assert.equal(formatDays({ from, until: from + 1 }), '1 Feb')
  assert.equal(formatPeriod({ from, until: until + 1 }), '1 February 2026 – 1 March 2026')
})

test('format: an IBAN is printed in fours', () => {
  assert.equal(formatIban('FR76 3000600001'), 'FR76 3000 6000 01')
})

test('format: a text keeps to its line and to 500 characters', () => {
  assert.equal(printable(' a\r\nb\u202e '), 'a b[U+202E]')
  assert.equal(printable('x'.repeat(9000)).length, 500)
})

test('payment code: the lines that banks read, and none where nothing can be transferred', () => {
  assert.deepEqual(paymentCode(sampleInvoice())?.split('\n'), [
    ...['BCD', '002', '1', 'SCT', 'AGRIFRPP', 'Harbour Hosting SAS', 'FR7630006000011234567890189'],
    ...['EUR81.66', '', '', 'F20261201-000042'],
  ])
  assert.equal(paymentCode(sampleInvoice({ credits: '81.66' })), null)
  assert.equal(paymentCode(sampleInvoice({ kind: 'credit-note' })), null)
  assert.equal(paymentCode(sampleInvoice({ currency: 'USD' })), null)
  assert.equal(paymentCode(sampleInvoice({ seller: { ...sampleSeller, iban: '' } })), null)
})
