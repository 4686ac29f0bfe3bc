import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integer, list, object, string } from '#kit/schema.ts'
import { checkAnswer } from './checked-answers.ts'

const endpoint = {
  method: 'GET',
  path: '/x',
  answer: list(object({ id: integer, name: string })),
} as const

const undeclared = { method: 'GET', path: '/x' } as const

test('checked answers: what is declared passes, as a value and as a response', async () => {
  const right = [{ id: 1, name: 'one' }]
  await checkAnswer(endpoint, right)
  await checkAnswer(endpoint, Response.json(right))
  await checkAnswer({ ...undeclared, isPage: true }, Response.json(right))
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

test('checked answers: JSON that is not declared is told, as a value and as a response', async () => {
  for (const answer of ['anything', Response.json({ id: 1 })]) {
    await assert.rejects(checkAnswer(undeclared, answer), /GET \/x/)
    await assert.rejects(checkAnswer({ ...undeclared, produces: 'text/css' }, answer), /GET \/x/)
    await assert.rejects(checkAnswer({ ...undeclared, produces: 'nothing' }, answer), /GET \/x/)
  }
})

test('checked answers: a status and a content type other than declared are told', async () => {
  const created = Response.json([], { status: 201 })
  await assert.rejects(checkAnswer(endpoint, created), /GET \/x/)
  const picture = new Response('', { headers: { 'content-type': 'image/png' } })
  await checkAnswer({ ...undeclared, produces: 'image/*' }, picture)
  await assert.rejects(checkAnswer({ ...undeclared, produces: 'text/html' }, picture), /image\/png/)
  await checkAnswer({ ...undeclared, produces: 'nothing' }, new Response(null, { status: 204 }))
})
