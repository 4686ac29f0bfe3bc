import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cost, CostRange } from '#client/resources/billing/usage.ts'
import { changeFacts, isFree, rangeText } from './cost-facts.ts'

const money = (amount: number) => ({
  currency: 'EUR',
  amount,
  amount_formatted: amount.toFixed(2),
  default_display: `€${amount.toFixed(2)}`,
})
const range = (least: number, most = least): CostRange => ({
  least: money(least),
  most: money(most),
})
const cost = (month: number, change: Cost['change'] = null): Cost => ({
  month: '2026-11',
  currency: 'EUR',
  so_far: money(0),
  forecast: money(month / 2),
  month_price: range(month),
  items: [],
  change,
})

test('costs: one amount, or the least and the most', () => {
  assert.equal(rangeText(range(5)), '€5.00')
  assert.equal(rangeText(range(5, 20)), '€5.00 to €20.00')
})

test('costs: a change is said beside what is now', () => {
  const change = { forecast: range(12, 30), month_price: range(20, 50) }
  assert.deepEqual(
    changeFacts(cost(10, change)).map(({ value }) => value),
    ['€12.00 to €30.00 instead of €5.00', '€20.00 to €50.00 instead of €10.00'],
  )
  assert.deepEqual(changeFacts(cost(10)), [])
})

test('costs: free is what costs nothing now and with the change', () => {
  assert.ok(isFree(cost(0)))
  assert.ok(!isFree(cost(10)))
  assert.ok(!isFree(cost(0, { forecast: range(0), month_price: range(1) })))
})
