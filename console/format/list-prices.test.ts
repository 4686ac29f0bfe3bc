import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planPrice, pricedSizes } from './list-prices.ts'

const entry = { unit: 'second' as const, unit_price: '0', price: 0 }
const system = {
  id: 'prices_1',
  zone_id: 'par',
  currency: 'CHF',
  discount: 0,
  runtime: [
    { ...entry, source: 'apps', flavor: 'S', price: 0.02 },
    { ...entry, source: 'builds', flavor: 'S', price: 0.04 },
    { ...entry, source: 'pigeon', flavor: 's', unit: 'month' as const, unit_price: '11.2' },
  ],
}
const plan = { slug: 's', price: 12 }

test('price of a plan: as an invoice would say it, or in euros while nothing is charged', () => {
  assert.deepEqual(planPrice(system, 'pigeon', plan), { amount: 11.2, currency: 'CHF' })
  const euros = { amount: 12, currency: 'EUR' }
  assert.deepEqual(planPrice({ ...system, id: 'prices_none' }, 'pigeon', plan), euros)
  assert.deepEqual(planPrice(undefined, 'pigeon', plan), euros)
})

test('price of a size: that of its use in the zone', () => {
  const sizes = [{ name: 'S', price: 9 }]
  assert.deepEqual(pricedSizes(sizes, system, 'apps'), [{ name: 'S', price: 0.02 }])
  assert.deepEqual(pricedSizes(sizes, system, 'builds'), [{ name: 'S', price: 0.04 }])
})
