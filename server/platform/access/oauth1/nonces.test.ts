import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNonces } from './nonces.ts'

test('a nonce is accepted once per owner and timestamp', () => {
  const nonces = createNonces(() => 1_000_000_000)
  assert.equal(nonces.accept('a', 'n', 1_000_000), true)
  assert.equal(nonces.accept('a', 'n', 1_000_000), false)
  assert.equal(nonces.accept('b', 'n', 1_000_000), true)
})

test('a timestamp far from our clock, or none, is refused', () => {
  const nonces = createNonces(() => 1_000_000_000)
  assert.equal(nonces.accept('a', 'n', 1_000_000 - 301), false)
  assert.equal(nonces.accept('a', 'n', 1_000_000 + 301), false)
  assert.equal(nonces.accept('a', 'n', Number.NaN), false)
})

test('a nonce is remembered for as long as its timestamp is accepted', () => {
  let now = 1_000_000_000
  const nonces = createNonces(() => now)
  nonces.accept('a', 'n', now / 1000 + 299)
  now += 598_000
  nonces.accept('a', 'other', now / 1000)
  assert.equal(nonces.accept('a', 'n', 1_000_299), false)
})
