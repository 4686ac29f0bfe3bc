import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forEachOf, limitConcurrency } from './concurrency-limit.ts'

test('concurrency limit: runs a few at once, queues some, and rejects the rest', async () => {
  const pass = limitConcurrency({ maxConcurrent: 2, maxQueued: 3, full: () => new Error('full') })
  let inside = 0
  let maxInside = 0
  const act = (number: number) => async () => {
    maxInside = Math.max(maxInside, ++inside)
    await new Promise(setImmediate)
    inside -= 1
    if (number === 2) throw new Error('failed inside')
    return number
  }
  const results = await Promise.allSettled(Array.from({ length: 7 }, (_, n) => pass(act(n))))
  assert.deepEqual(
    results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message)),
    [0, 1, 'failed inside', 3, 4, 'full', 'full'],
  )
  assert.equal(maxInside, 2)
  assert.equal(await pass(async () => 'again'), 'again')
})

test('for each of: does all work, a few at once, and fails when one does', async () => {
  const done: number[] = []
  let inside = 0
  let maxInside = 0
  const work = async (number: number) => {
    maxInside = Math.max(maxInside, ++inside)
    await new Promise(setImmediate)
    inside -= 1
    done.push(number)
  }
  await forEachOf([1, 2, 3, 4, 5], 2, work)
  assert.deepEqual([done, maxInside], [[1, 2, 3, 4, 5], 2])
  await forEachOf([], 2, work)
  const failing = forEachOf([6], 2, () => Promise.reject(new Error('failed')))
  await assert.rejects(failing, /failed/)
})
