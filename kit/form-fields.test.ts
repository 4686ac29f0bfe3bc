import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formFields } from './form-fields.ts'
import { boolean, integer, object, optional, string } from './schema.ts'

test('form fields: numbers and booleans are those that the schema wants, and texts stay texts', () => {
  const schema = object({ name: string, count: optional(integer), isOn: optional(boolean) })
  const fields = [
    ['name', '12'],
    ['count', '3'],
    ['isOn', 'true'],
    ['other', 'false'],
  ] as const
  assert.deepEqual(formFields(fields, schema), { name: '12', count: 3, isOn: true, other: 'false' })
  assert.deepEqual(formFields([['count', 'three']], schema), { count: 'three' })
  assert.equal(formFields([], schema), undefined)
})
