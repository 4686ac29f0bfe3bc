import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indented, isRepeatable } from './call-text.ts'

test('call to a provider: its body is indented if it is JSON', () => {
  assert.equal(indented('{"id":1}'), '{\n  "id": 1\n}')
  assert.equal(indented('<html>'), '<html>')
})

test('call to a provider: only one of ours that failed can be repeated', () => {
  const failed = { direction: 'to partner', purpose: 'provision', trouble: 'no answer' } as const
  assert.equal(isRepeatable(failed), true)
  assert.equal(isRepeatable({ ...failed, trouble: '' }), false)
  assert.equal(isRepeatable({ ...failed, direction: 'from partner' }), false)
  assert.equal(isRepeatable({ ...failed, purpose: 'backups' }), false)
})
