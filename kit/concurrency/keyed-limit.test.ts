import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeyedLimit } from './keyed-limit.ts'

test('keyed limit: each key has its own limit, and does not wait for another key', async () => {
  const limit = createKeyedLimit(2)
  const running = { a: 0, b: 0 }
  const maxInside = { a: 0, b: 0 }
  const work = async (key: 'a' | 'b') => {
    running[key] += 1
    maxInside[key] = Math.max(maxInside[key], running[key])
    await new Promise((resolve) => setImmediate(resolve))
    running[key] -= 1
    if (key === 'b') throw new Error('b')
  }
  const keys = ['a', 'a', 'a', 'b', 'a', 'b', 'b', 'b'] as const
  const ended = await Promise.allSettled(keys.map((key) => limit(key, () => work(key))))
  assert.deepEqual(maxInside, { a: 2, b: 2 })
  assert.equal(ended.filter(({ status }) => status === 'fulfilled').length, 4)
  assert.equal(await limit('a', async () => 'again'), 'again')
})
