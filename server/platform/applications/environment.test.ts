import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRunOnce, withLifetime } from './environment.ts'

test('a task is told by its variables that it is one, and the owner has the last word', () => {
  assert.deepEqual(withLifetime({ isTask: true }, { A: '1' }), { CC_TASK: 'true', A: '1' })
  assert.deepEqual(withLifetime({ isTask: false }, { A: '1' }), { A: '1' })
  assert.deepEqual(withLifetime({ isTask: true }, { CC_TASK: 'no' }), { CC_TASK: 'no' })
})

test('the application and its variable make a task', () => {
  assert.equal(isRunOnce({ isTask: true }, {}), true)
  assert.equal(isRunOnce({ isTask: false }, { CC_TASK: 'true' }), true)
  assert.equal(isRunOnce({ isTask: true }, { CC_TASK: 'false' }), false)
  assert.equal(isRunOnce({ isTask: false }, {}), false)
})
