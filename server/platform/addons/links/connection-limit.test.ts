import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectionsOf, maxConnections } from './connection-limit.ts'

const feature = (computableValue: string | null) => ({
  features: [{ name: 'Max connection limit', value: 'some', computableValue }],
})

test('connection limit: a plan says how many connections it allows, or has the default', () => {
  assert.equal(connectionsOf(feature('45')), 45)
  for (const text of ['many', '0', '-3', '1.5', null])
    assert.equal(connectionsOf(feature(text)), 128, String(text))
  assert.equal(connectionsOf({ features: [] }), 128)
})

test('connection limit: one add-on has what its plan says, several share a part of the server', () => {
  assert.equal(maxConnections([5]), 16)
  assert.equal(maxConnections([500]), 500)
  assert.equal(maxConnections(Array.from({ length: 100 }, () => 5)), 64)
  assert.equal(maxConnections([125, 5]), 125)
})
