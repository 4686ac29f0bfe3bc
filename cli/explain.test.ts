import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '#client/http/api-error.ts'
import { explain, explanationJson, explanationText } from './explain.ts'
import { Refusal } from './refusal.ts'

const textOf = (error: unknown) => explanationText(explain(error))

test('error text: a sentence gets a full stop, the last item of a list does not', () => {
  assert.equal(textOf(new Refusal('No', 'Try again.')), 'No. Try again.')
  assert.equal(
    textOf(new Refusal('Choose one:\n  orga_1  acme\n  orga_2  shop')),
    'Choose one:\n  orga_1  acme\n  orga_2  shop',
  )
  assert.equal(
    textOf(new Refusal('Choose one:\n  a\n  b', 'Use --org.')),
    'Choose one:\n  a\n  b\nUse --org.',
  )
  const refused = new ApiError(400, 1, 'Some fields are wrong', { name: 'is too long' })
  assert.equal(textOf(refused), 'Some fields are wrong\n  name: is too long')
})

test('error text: what another program or a server has written cannot steer the terminal', () => {
  const written = '\u001b]0;title\u0007\u001b[2J\u009bred \u001b[31mcolour\u001b[0m'
  const shown = 'red \u001b[31mcolour\u001b[0m'
  assert.equal(textOf(new Refusal(written, written)), `${shown}. ${shown}`)
  assert.equal(textOf(new ApiError(400, 1, written, {})), `${shown}.`)
})

test('error JSON: an API error has status, code and fields', () => {
  const error = new ApiError(400, 505, 'Some fields are wrong', { name: 'is too long' })
  assert.deepEqual(JSON.parse(explanationJson(explain(error))), {
    error: {
      message: 'Some fields are wrong\n  name: is too long',
      status: 400,
      code: 505,
      fields: { name: 'is too long' },
    },
    exitCode: 1,
  })
})

test("error text: an expired login and a provider's message are shown without the wrapping of the wire", () => {
  const expired = new ApiError(401, 2001, 'Your login has expired or was revoked. Log in again.')
  assert.equal(textOf(expired), 'Your login has expired or was revoked. Run `berth login`.')
  const silent = 'Error from provider: [Greeter did not answer (connection refused).]'
  assert.equal(
    textOf(new ApiError(503, -500, silent)),
    'Greeter did not answer (connection refused).',
  )
})
