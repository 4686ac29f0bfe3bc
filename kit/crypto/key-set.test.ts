import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeySet } from './key-set.ts'

/** Pseudo-random 32-bit numbers, the same each time. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state ^ (state >>> 15)) >>> 0
  }
}

test('key set: contains the added keys and no others', () => {
  const next = numbers(7)
  const set = createKeySet()
  const model = new Set<string>()
  for (let index = 0; index < 50_000; index++) {
    // Few distinct halves, so that many keys share one, or collide in the table.
    const [high, low] = [next() % 512, next() % 65_536]
    assert.equal(set.has(high, low), model.has(`${high} ${low}`))
    set.add(high, low)
    model.add(`${high} ${low}`)
    assert.equal(set.size, model.size)
  }
  for (const key of model) {
    const [high = 0, low = 0] = key.split(' ').map(Number)
    assert.equal(set.has(high, low), true)
  }
})

test('key set: halves of all zeros or all ones are valid keys', () => {
  const set = createKeySet()
  const edges = [0, 0xffffffff, 0x80000000]
  for (const high of edges) {
    for (const low of edges) {
      assert.equal(set.has(high, low), false)
      set.add(high, low)
      assert.equal(set.has(high, low), true)
    }
  }
  set.add(0, 0)
  assert.equal(set.size, 9)
})
