import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOver } from '#bench/support/figure.ts'
import { addedBy, constantOf, partsOf } from './growth-figures.ts'

const costsOf = (costOf: (applications: number) => number) =>
  [10, 100, 1000].map((applications) => ({ applications, value: costOf(applications) }))

test('growth: a cost in proportion to the number is within its budget, and one beyond is over', () => {
  const linear = partsOf(
    'list',
    'ms',
    costsOf((count) => 5 + 2 * count),
  )
  assert.deepEqual(linear.map(isOver), [false, false, false])
  const quadratic = partsOf(
    'list',
    'ms',
    costsOf((count) => 5 + count ** 2),
  )
  assert.deepEqual(quadratic.map(isOver), [false, true, true])
})

test('growth: a cost that must not depend on the number is compared with the smallest', () => {
  const figures = constantOf(
    'push',
    'ms',
    costsOf((count) => 8 + count / 100),
  )
  assert.deepEqual(figures.map(isOver), [false, false, true])
  assert.equal(figures[2]?.reference, '10 applications')
})

test('growth: memory is what each of many applications has added', () => {
  const costs = costsOf((count) => 60 + (count - 10) * 0.05)
  const [few, many, ...others] = addedBy('memory', 'MB', costs)
  assert.equal(few?.value, 60)
  assert.equal(many?.value.toFixed(3), '0.050')
  assert.deepEqual(others, [])
})
