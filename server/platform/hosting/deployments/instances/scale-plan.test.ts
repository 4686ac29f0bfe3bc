import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planScale, scalingAction } from './scale-plan.ts'

const instance = (number: number, flavor = 'XS') => ({ number, flavor })

test('scale plan: additional instances get the next free numbers', () => {
  const plan = planScale([instance(0), instance(2)], { currentInstances: 4, currentFlavor: 'XS' })
  assert.deepEqual(plan, { kept: [instance(0), instance(2)], removed: [], missing: [1, 3] })
})

test('scale plan: scaling down keeps the lowest numbers', () => {
  const plan = planScale([instance(2), instance(0), instance(1)], {
    currentInstances: 1,
    currentFlavor: 'XS',
  })
  assert.deepEqual(plan, { kept: [instance(0)], removed: [instance(2), instance(1)], missing: [] })
})

test('scale plan: another flavor replaces every instance', () => {
  const serving = [instance(0), instance(1)]
  const plan = planScale(serving, { currentInstances: 1, currentFlavor: 'S' })
  assert.deepEqual(plan, { kept: [], removed: serving, missing: [0] })
})

test('scaling action: memory decides, then the number of instances', () => {
  const scale = (currentInstances: number, currentFlavor: string) => ({
    currentInstances,
    currentFlavor,
  })
  assert.equal(scalingAction(scale(1, 'XS'), scale(1, 'XS')), undefined)
  assert.equal(scalingAction(scale(1, 'XS'), scale(2, 'XS')), 'upscale')
  assert.equal(scalingAction(scale(1, 'S'), scale(1, 'XS')), 'downscale')
  assert.equal(scalingAction(scale(4, 'XS'), scale(1, 'L')), 'upscale')
  assert.equal(scalingAction(scale(1, 'S'), scale(2, 'XS')), 'upscale')
})
