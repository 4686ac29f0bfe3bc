import assert from 'node:assert/strict'
import { test } from 'node:test'
import { price } from './price.ts'

test('price: has its currency, and the price of an hour is not rounded away', () => {
  assert.equal(price(12.5, 'EUR'), '€12.50')
  assert.equal(price(0, 'EUR'), '€0.00')
  assert.equal(price(0.0123, 'EUR'), '€0.0123')
})
