import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFairQueue } from './fair-queue.ts'

/** A task that ends when the test decides. */
function task(name: string, began: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const run = () => {
    began.push(name)
    return promise
  }
  return { run, end: () => resolve(name), fail: () => reject(new Error(name)) }
}
const settle = () => new Promise(setImmediate)

test('fair queue: many tasks of one owner do not delay those of another', async () => {
  const queue = createFairQueue(2)
  const began: string[] = []
  const [a1, a2, a3] = ['a1', 'a2', 'a3'].map((name) => task(name, began))
  const [b1, c1] = ['b1', 'c1'].map((name) => task(name, began))
  assert.ok(a1 && a2 && a3 && b1 && c1)
  const all = [a1, a2, a3].map(({ run }) => queue('a', run))
  all.push(queue('b', b1.run), queue('c', c1.run))
  const settled = Promise.allSettled(all)
  assert.deepEqual(began, ['a1', 'b1'])
  b1.end()
  await settle()
  assert.deepEqual(began, ['a1', 'b1', 'c1'])
  c1.end()
  await settle()
  assert.deepEqual(began, ['a1', 'b1', 'c1'], 'never two of one owner')
  a1.fail()
  await settle()
  assert.deepEqual(began, ['a1', 'b1', 'c1', 'a2'])
  a2.end()
  a3.end()
  const outcomes = await settled
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled', 'fulfilled', 'fulfilled'],
  )
})
