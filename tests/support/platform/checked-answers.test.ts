import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integer, list, object, string } from '#kit/schema.ts'
import { checkAnswer } from './checked-answers.ts'

const endpoint = {
  method: 'GET',
  path: '/x',
  answer: list(object({ id: integer, name: string })),
} as const

test('checked answers: what is declared passes, as a value and as a response', async () => {
  const right = [{ id: 1, name: 'one' }]
  await checkAnswer(endpoint, right)
  await checkAnswer(endpoint, Response.json(right))
  await checkAnswer({ ...endpoint, answer: undefined } as never, 'anything')
})

test('checked answers: what is missing, of another type or not declared is told', async () => {
  await assert.rejects(
    checkAnswer(endpoint, [{ id: 1 }]),
    /otherwise than it declares: \[0\]\.name/,
  )
  await assert.rejects(checkAnswer(endpoint, [{ id: '1', name: '' }]), /\[0\]\.id must be a whole/)
  await assert.rejects(
    checkAnswer(endpoint, [{ id: 1, name: '', more: 1 }]),
    /more than it declares/,
  )
})
