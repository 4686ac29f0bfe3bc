import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeatureType } from '#platform/model/marketplace/plan.ts'
import { checkFeatureValue } from './feature-value.ts'

const computed = (type: FeatureType, value: string, computable?: string) => {
  const checked = checkFeatureValue(type, value, computable)
  return 'value' in checked ? checked.value.computableValue : undefined
}

test('feature value: the computable value is derived by type', () => {
  const cases: [FeatureType, string, string | null][] = [
    ['BOOLEAN', 'Yes', 'true'],
    ['BOOLEAN', 'false', 'false'],
    ['BOOLEAN_SHARED', 'Dedicated', 'dedicated'],
    ['BOOLEAN_SHARED', 'shared', 'Shared'],
    ['BYTES', '512 MiB', '536870912'],
    ['BYTES', '1024', '1024'],
    ['FILESIZE', '1.5 GB', '1500000000'],
    ['INTERVAL', '7 days', '604800'],
    ['INTERVAL', '90', '90'],
    ['NUMBER', '-2.5', '-2.5'],
    ['PERCENTAGE', '99.9 %', '99.9'],
    ['STRING', 'blue', 'blue'],
    ['OBJECT', '{"kept":7}', '{"kept":7}'],
    ['OBJECT', 'Daily, 7 kept', null],
  ]
  for (const [type, value, expected] of cases)
    assert.equal(computed(type, value), expected, `${type} ${value}`)
})

test('feature value: a value of the wrong type is refused with an example', () => {
  const cases: [FeatureType, string][] = [
    ['BOOLEAN', 'maybe'],
    ['BOOLEAN_SHARED', 'both'],
    ['BYTES', 'much'],
    ['BYTES', '10 XB'],
    ['BYTES', '-1'],
    ['BYTES', '1 constructor'],
    ['INTERVAL', 'soon'],
    ['NUMBER', '1e999'],
    ['NUMBER', ''],
    ['PERCENTAGE', '120'],
  ]
  for (const [type, value] of cases) {
    const checked = checkFeatureValue(type, value, undefined)
    assert.ok('problem' in checked, `${type} ${value}`)
    assert.match(checked.problem, /this must be/)
  }
})

test('feature value: any display value is accepted together with a computable one', () => {
  assert.equal(computed('BYTES', 'plenty', '10 GB'), '10000000000')
  assert.equal(computed('NUMBER', 'unlimited', 'unlimited'), undefined)
})
