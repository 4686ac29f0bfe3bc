import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  hourlyCost,
  isAutoscaled,
  reachedInstead,
  withFlavor,
  withInstances,
} from './scale-form.ts'

const flavors = ['XS', 'S', 'M'].map((name, at) => ({
  name,
  mem: 256,
  cpus: 1,
  price: at / 10,
  available: true,
}))
const bounds = { minInstances: 2, maxInstances: 4, minFlavor: 'S', maxFlavor: 'S' }

test('scale: a bound takes the other one along instead of crossing it', () => {
  assert.deepEqual(withInstances(bounds, { minInstances: 6 }), {
    ...bounds,
    minInstances: 6,
    maxInstances: 6,
  })
  assert.deepEqual(withInstances(bounds, { maxInstances: 1 }), {
    ...bounds,
    minInstances: 1,
    maxInstances: 1,
  })
  assert.deepEqual(withInstances(bounds, { minInstances: 3 }), { ...bounds, minInstances: 3 })
  assert.deepEqual(withFlavor(bounds, { minFlavor: 'M' }, flavors), {
    ...bounds,
    minFlavor: 'M',
    maxFlavor: 'M',
  })
  assert.deepEqual(withFlavor(bounds, { maxFlavor: 'XS' }, flavors), {
    ...bounds,
    minFlavor: 'XS',
    maxFlavor: 'XS',
  })
  assert.deepEqual(withFlavor(bounds, { maxFlavor: 'M' }, flavors), { ...bounds, maxFlavor: 'M' })
})

test('scale: costs between the least and the most, and nothing of an unknown size', () => {
  assert.deepEqual(hourlyCost({ ...bounds, maxFlavor: 'M' }, flavors), { least: 0.2, most: 0.8 })
  assert.equal(hourlyCost({ ...bounds, minFlavor: 'gone' }, flavors), undefined)
  const small = flavors.map((flavor) => ({ ...flavor, available: flavor.name === 'XS' }))
  const reached = hourlyCost({ ...bounds, minFlavor: 'XS', maxFlavor: 'M' }, small)
  assert.deepEqual(reached, { least: 0, most: 0 }, 'a size that is not offered is never paid')
  assert.equal(reachedInstead({ ...bounds, minFlavor: 'XS', maxFlavor: 'M' }, small), 'XS')
  assert.equal(reachedInstead({ ...bounds, minFlavor: 'XS', maxFlavor: 'XS' }, small), undefined)
})

test('scale: is automatic as soon as a bound leaves room', () => {
  assert.ok(isAutoscaled(bounds))
  assert.ok(!isAutoscaled({ ...bounds, maxInstances: 2 }))
})
