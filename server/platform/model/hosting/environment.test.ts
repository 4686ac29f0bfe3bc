import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRunOnce, withLifetime } from './environment.ts'

test('task: CC_TASK is set for a task, unless the owner has set it', () => {
  assert.deepEqual(withLifetime({ isTask: true }, { A: '1' }), { CC_TASK: 'true', A: '1' })
  assert.deepEqual(withLifetime({ isTask: false }, { A: '1' }), { A: '1' })
  assert.deepEqual(withLifetime({ isTask: true }, { CC_TASK: 'no' }), { CC_TASK: 'no' })
})

test("task: CC_TASK decides, otherwise the application's flag", () => {
  assert.equal(isRunOnce({ isTask: true }, {}), true)
  assert.equal(isRunOnce({ isTask: false }, { CC_TASK: 'true' }), true)
  assert.equal(isRunOnce({ isTask: true }, { CC_TASK: 'false' }), false)
  assert.equal(isRunOnce({ isTask: false }, {}), false)
})
