import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSpec } from './dependency-spec.ts'

test('dependency spec: overlong ranges are rejected', () => {
  assert.deepEqual(parseSpec('a', '^1.2.3'), { target: 'a', wants: { range: '^1.2.3' } })
  assert.equal(parseSpec('a', '1 '.repeat(250_000)), undefined)
  assert.equal(parseSpec('a', `npm:b@${'1 '.repeat(250_000)}`), undefined)
})
