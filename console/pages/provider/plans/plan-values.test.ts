import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPrice, noPlan, planOf, valuesOf } from './plan-values.ts'

const features = [
  { name: 'Pigeons', type: 'NUMBER', name_code: 'pigeons' },
  { name: 'Loft', type: 'STRING', name_code: 'loft' },
]
const plan = {
  id: 'plan_1',
  name: 'Small',
  slug: 's',
  price: 4.5,
  zones: [],
  features: [
    {
      name: 'Loft',
      type: 'STRING',
      value: 'Shared',
      computable_value: 'shared',
      name_code: 'loft',
    },
  ],
}

test('plan: a changed one keeps what programs read of a feature whose text stays', () => {
  const values = valuesOf(plan)
  assert.deepEqual(planOf({ ...values, price: '5,25' }, features, plan), {
    name: 'Small',
    slug: 's',
    price: 5.25,
    features: [{ name: 'Loft', type: 'STRING', value: 'Shared', computable_value: 'shared' }],
  })
  const changed = { ...values, features: { Loft: 'Own', Pigeons: ' ' } }
  assert.deepEqual(planOf(changed, features, plan).features, [
    { name: 'Loft', type: 'STRING', value: 'Own' },
  ])
})

test('plan: a price has at most two places', () => {
  assert.equal(isPrice(noPlan.price), true)
  assert.equal(isPrice('12.50'), true)
  for (const wrong of ['', '-1', '1.234', '1e3', 'free']) assert.equal(isPrice(wrong), false, wrong)
})
