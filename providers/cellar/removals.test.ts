import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRemovals } from './removals.ts'

test('removals: one that takes long is refused for now, goes on, and is not begun twice', async () => {
  const removals = createRemovals(10)
  const work = Promise.withResolvers<void>()
  let count = 0
  const remove = () => {
    count += 1
    return work.promise
  }
  await assert.rejects(removals.run('one', remove), { status: 503 })
  await assert.rejects(removals.run('one', remove), /still being deleted/)
  assert.deepEqual([count, removals.isRunning('one'), removals.isRunning('two')], [1, true, false])
  work.resolve()
  await removals.run('one', remove)
  assert.ok(!removals.isRunning('one'))
})

test('removals: one that fails is begun again by the next call', async () => {
  const removals = createRemovals()
  await assert.rejects(
    removals.run('one', () => Promise.reject(new Error('away'))),
    /away/,
  )
  await removals.run('one', async () => {})
})
