import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBackground } from './background.ts'

test('a drain waits for all that is under way, and for what begins meanwhile', async () => {
  const background = createBackground(() => assert.fail())
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  background.run(first.promise.then(() => background.run(second.promise)))
  let isOver = false
  const drained = background.drain().then(() => {
    isOver = true
  })
  first.resolve()
  await new Promise(setImmediate)
  assert.equal(isOver, false)
  second.resolve()
  await drained
  await background.drain()
})

test('a failure is told, and does not fail the drain', async () => {
  const errors: unknown[] = []
  const background = createBackground((error) => errors.push(error))
  background.run(Promise.reject(new Error('lost')))
  await background.drain()
  assert.deepEqual(errors, [new Error('lost')])
})

test('background: a drain ends at its timeout, and says so', async () => {
  const errors: unknown[] = []
  const background = createBackground((error) => errors.push(error), 10)
  background.run(new Promise(() => {}))
  await background.drain()
  assert.match(String(errors), /took longer than 0.01 s/)
})
