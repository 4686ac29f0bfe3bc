import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRecipeQuestions } from './create-recipe-questions.ts'

test('recipe questions: they run one at a time, and one user has two at most', async () => {
  const ask = createRecipeQuestions()
  let running = 0
  const act = async () => {
    running += 1
    assert.equal(running, 1)
    await new Promise(setImmediate)
    running -= 1
    return 'planned'
  }
  const asked = [ask('user_1', act), ask('user_1', act), ask('user_1', act), ask('user_2', act)]
  const settled = await Promise.allSettled(asked)
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  )
  await assert.rejects(asked[2] ?? assert.fail(), { kind: 'limited' })
  assert.equal(await ask('user_1', act), 'planned', 'their places are free again')
})

test('recipe questions: beyond the queue they are refused until later', async () => {
  const ask = createRecipeQuestions()
  const gate = Promise.withResolvers<void>()
  const asked = Array.from({ length: 22 }, (_, user) => ask(`user_${user}`, () => gate.promise))
  gate.resolve()
  const settled = await Promise.allSettled(asked)
  assert.equal(settled.filter(({ status }) => status === 'rejected').length, 1)
  await assert.rejects(asked[21] ?? assert.fail(), { kind: 'unavailable' })
})
