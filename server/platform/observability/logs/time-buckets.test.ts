import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#platform/model/refusal.ts'
import { chooseBuckets } from './time-buckets.ts'

const hour = 3_600_000
const noon = Date.parse('2026-11-16T12:00:00Z')

test('time buckets: are as short as their number allows, and of a readable length', () => {
  assert.equal(chooseBuckets(noon - 30_000, noon, 100).span, 1000)
  assert.equal(chooseBuckets(noon - hour, noon, 100).span, 60_000)
  assert.equal(chooseBuckets(noon - 24 * hour, noon, 100).span, 900_000)
  assert.equal(chooseBuckets(noon - 30 * 24 * hour, noon, 100).span, 12 * hour)
  assert.equal(chooseBuckets(noon, noon, 2).span, 1000)
})

test('time buckets: are never more than asked for, however long the time', () => {
  for (const max of [2, 7, 100, 500])
    for (const length of [0, 1, 999, 59_999, hour, 7 * 24 * hour, 400 * 24 * hour, noon]) {
      const { since, until, span } = chooseBuckets(noon - length, noon, max)
      const count = Math.floor(until / span) - Math.floor(since / span) + 1
      assert.ok(count <= max, `${count} of ${span} in ${length}`)
    }
})

test('time buckets: a time that ends before it begins is refused', () => {
  assert.throws(() => chooseBuckets(noon + 1, noon, 10), Refusal)
})
