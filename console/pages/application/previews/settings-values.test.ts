import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PreviewSettings } from '#client/resources/previews.ts'
import { changeIn, isComplete, valuesOf } from './settings-values.ts'

const saved: PreviewSettings = {
  isEnabled: true,
  pullRequests: false,
  maxPreviews: 5,
  idleTimeout: 604_800,
  sleepTimeout: 86_430,
  flavor: '',
  runsCrons: false,
  variables: { STAGE: 'preview' },
  isolatedVariables: {},
  addons: {},
  hasPassword: true,
}
const toggles = { isEnabled: true, pullRequests: false, runsCrons: false }

test('preview settings: what was not edited is not sent, such as a time of a day and half a minute', () => {
  assert.deepEqual(changeIn(saved, valuesOf(saved)), toggles)
})

test('preview settings: times are sent in seconds, variables by their lines', () => {
  const values = {
    ...valuesOf(saved),
    idleHours: '24',
    sleepMinutes: '1440.5',
    variables: 'STAGE=a=b\n\nOTHER=',
    password: 'harbour',
  }
  assert.deepEqual(changeIn(saved, values), {
    ...toggles,
    idleTimeout: 86_400,
    sleepTimeout: 86_430,
    variables: { STAGE: 'a=b', OTHER: '' },
    password: 'harbour',
  })
})

test('preview settings: numbers have to be numbers, and variables to have names', () => {
  const values = valuesOf(saved)
  assert.ok(isComplete(values))
  assert.ok(!isComplete({ ...values, maxPreviews: 'many' }))
  assert.ok(!isComplete({ ...values, idleHours: '' }))
  assert.ok(!isComplete({ ...values, variables: '=x' }))
})
