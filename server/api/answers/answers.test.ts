import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bridgeEndpoints, endpoints } from '#api/endpoints.ts'
import { errorResponse, WrongMethodError } from '#api/http/error-response.ts'
import { TooLargeError } from '#api/limits/too-large.ts'
import { Refusal, type RefusalKind } from '#platform/model/refusal.ts'
import { keyOf } from '#tests/laws/matrix/entries.ts'
import { checkAnswer } from '#tests/support/platform/checked-answers.ts'
import { errorAnswer, errorV4Answer } from './errors.ts'

const declared = [...new Set([...endpoints, ...bridgeEndpoints])].filter(({ isPage }) => !isPage)

test('answers: every endpoint declares either the JSON that it answers with or its content type', () => {
  const silent = declared.filter(({ answer, produces }) => !answer && produces === undefined)
  assert.deepEqual(silent.map(keyOf), [])
  const twice = declared.filter(({ answer, produces }) => answer && produces !== undefined)
  assert.deepEqual(twice.map(keyOf), [])
  const json = declared.filter(({ produces }) => produces?.includes('json'))
  assert.deepEqual(json.map(keyOf), [])
})

const getThing = { method: 'GET', path: '/thing' } as const
const kinds = {
  invalid: true,
  unauthenticated: true,
  forbidden: true,
  missing: true,
  conflict: true,
  limited: true,
  unavailable: true,
} satisfies Record<RefusalKind, true>

test('answers: the body of every kind of error is one of the two declared ones', async () => {
  const errors = [
    ...Object.keys(kinds).map((kind) => new Refusal(kind as RefusalKind, 'No.')),
    new Refusal('invalid', 'No.', { fields: { name: 'must be text' }, hint: 'Send a name.' }),
    new Refusal('unauthenticated', 'No.', { reason: 'second-factor-wrong' }),
    new TooLargeError('No.'),
    new WrongMethodError('/thing', ['GET']),
    new Error('a bug'),
  ]
  for (const error of errors) {
    const shown = async (shape: 'v2' | 'v4') => errorResponse(error, shape, () => {}).json()
    await checkAnswer({ ...getThing, answer: errorAnswer }, await shown('v2'))
    await checkAnswer({ ...getThing, answer: errorV4Answer }, await shown('v4'))
  }
})
