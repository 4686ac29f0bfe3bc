import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moment } from './moment.ts'

const now = Date.parse('2026-01-02T00:00:00Z')

test('a moment is a date or a time ago', () => {
  assert.equal(moment('2025-12-31T12:00:00+01:00', now), '2025-12-31T11:00:00.000Z')
  assert.equal(moment('90m', now), '2026-01-01T22:30:00.000Z')
  assert.equal(moment('1d', now), '2026-01-01T00:00:00.000Z')
})

test('anything else is refused', () => {
  for (const text of ['', 'yesterday', '10x', '999999999d'])
    assert.throws(() => moment(text, now), /Invalid time/)
})
