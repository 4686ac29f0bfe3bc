import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConnectionLimit } from '#kit/concurrency/connection-limit.ts'
import { AddressPlaces, sameAddressPause } from './address-places.ts'

/** Places with these limits, and the names of those that were ended for others. */
function openPlaces(max: number, maxPerAddress = Number.POSITIVE_INFINITY) {
  const total = createConnectionLimit(max)
  // So much time passes between any two calls that an address may replace its own places.
  let time = 0
  const now = () => (time += sameAddressPause)
  const places = new AddressPlaces({ total, maxPerAddress, now })
  const ended: string[] = []
  const take = (address: string, name = address) => places.take(address, () => ended.push(name))
  return { places, total, ended, take }
}

test('address places: at the total the fullest address gives way, its oldest place first', () => {
  const { ended, take } = openPlaces(4)
  for (const name of ['1st', '2nd', '3rd']) assert.ok(take('full', name))
  assert.ok(take('other'))
  assert.ok(take('new'))
  assert.deepEqual(ended, ['1st'])
  assert.ok(take('newer'))
  assert.deepEqual(ended, ['1st', '2nd'])
})

test('address places: nobody takes from an address that has no more than they', () => {
  const { ended, take } = openPlaces(2)
  take('a')?.hold()
  assert.ok(take('b', 'first of b'))
  assert.equal(take('a'), undefined)
  assert.deepEqual(ended, [])
  assert.ok(take('b', 'second of b'), 'its own gives way')
  assert.deepEqual(ended, ['first of b'])
})

test('address places: what is held never gives way, and what was never held does so before the rest', () => {
  const { ended, take } = openPlaces(10, 3)
  const served = take('a', 'served')
  served?.hold()
  take('a', 'unused')
  take('a', 'held')?.hold()
  served?.free()
  assert.ok(take('a', 'next'))
  assert.deepEqual(ended, ['unused'])
  served?.hold()
  assert.ok(take('a', 'last'))
  assert.deepEqual(ended, ['unused', 'next'])
})

test('address places: a full address without a spare place does not hide one that has some', () => {
  const { ended, take } = openPlaces(5)
  for (let count = 0; count < 3; count += 1) take('busy')?.hold()
  take('idle', 'first')
  take('idle', 'second')
  assert.ok(take('new'))
  assert.deepEqual(ended, ['first'])
  take('idle')
  assert.ok(!take('busy'), 'the idle address has fewer')
})

test('address places: further counts use the share of an address, not the total', () => {
  const { places, total, take } = openPlaces(2, 2)
  const place = take('a')
  const uncount = places.count('a')
  assert.ok(uncount)
  assert.equal(places.count('a'), undefined)
  assert.equal(places.isFull('a'), true)
  assert.equal(total.isReached, false)
  uncount()
  assert.equal(places.isFull('a'), false)
  place?.leave()
  place?.leave()
  assert.ok(take('a') && take('b') && take('c'))
})

test('address places: a place that moves counts for the other address from then on', () => {
  const { places, ended, take } = openPlaces(3, 2)
  const moved = take('a', 'moved')
  take('a')?.hold()
  if (moved) places.move(moved, 'elsewhere')
  assert.ok(take('a'))
  assert.deepEqual(ended, [])
  moved?.leave()
  assert.ok(take('b'))
  assert.deepEqual(ended, [])
})

test('address places: many addresses with one place each give way in turn, so that a new one always finds room', () => {
  const { ended, take } = openPlaces(100)
  for (let count = 0; count < 1000; count += 1) assert.ok(take(`flood ${count}`))
  assert.ok(take('honest'))
  assert.equal(ended.length, 901)
  assert.equal(ended[0], 'flood 0')
  assert.ok(!ended.includes('honest'))
})

test('address places: an address replaces its own places now and then, and others get them at once', () => {
  let time = 0
  const total = createConnectionLimit(3)
  const places = new AddressPlaces({ total, maxPerAddress: 2, now: () => time })
  const ended: string[] = []
  const take = (address: string, name: string) => places.take(address, () => ended.push(name))
  for (const name of ['first', 'second', 'third']) assert.ok(take('a', name))
  assert.equal(take('a', 'too early'), undefined)
  time = sameAddressPause
  assert.ok(take('a', 'fourth'))
  assert.deepEqual(ended, ['first', 'second'])
  assert.ok(take('b', 'of b'))
  assert.ok(take('c', 'of c'))
  assert.deepEqual(ended, ['first', 'second', 'third'])
})
