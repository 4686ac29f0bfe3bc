import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCallRate } from './call-rate.ts'

const options = { perMinute: 60, burst: 5, maxKeys: 100 }

test('call rate: a burst passes at once, then one call per interval', () => {
  let now = 1_000_000
  const rate = createCallRate(options, () => now)
  for (let call = 0; call < 5; call += 1) assert.equal(rate.take('a'), 0)
  assert.equal(rate.take('a'), 1000)
  assert.equal(rate.take('a'), 1000, 'what is refused costs nothing')
  assert.equal(rate.take('b'), 0, 'others have a bucket of their own')
  now += 1000
  assert.equal(rate.take('a'), 0)
  assert.equal(rate.take('a'), 1000)
  now += 60_000
  for (let call = 0; call < 5; call += 1) assert.equal(rate.take('a'), 0)
  assert.equal(rate.take('a'), 1000, 'a bucket is never more than full')
})

test('call rate: a higher cost takes more tokens', () => {
  const rate = createCallRate(options, () => 1)
  assert.equal(rate.take('a', 3), 0)
  assert.equal(rate.take('a', 3), 1000)
  assert.equal(rate.take('a', 2), 0)
})

test('call rate: the number of buckets is bounded, and busy ones are kept', () => {
  let now = 1_000_000
  const rate = createCallRate(options, () => now)
  for (let key = 0; key < 50; key += 1) rate.take(`idle ${key}`)
  now += 60_000
  for (let call = 0; call < 5; call += 1) rate.take('busy')
  for (let key = 0; key < 90; key += 1) rate.take(`new ${key}`)
  assert.equal(rate.take('busy'), 1000)
  for (let key = 0; key < 10_000; key += 1) assert.equal(rate.take(`flood ${key}`), 0)
})
