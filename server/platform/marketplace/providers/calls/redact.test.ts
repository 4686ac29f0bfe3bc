import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redact } from './redact.ts'

test('redact: values of variables and options are redacted, wherever they occur', () => {
  const text = JSON.stringify({
    id: 'r-1',
    message: 'Use hunter2hunter2 at http://u:pw@host/x',
    plan: 'dev',
    config: { PIGEON_URL: 'hunter2hunter2', deep: { port: 5432 } },
    options: { version: '15' },
    logplex_token: 'abcdefgh',
  })
  assert.deepEqual(JSON.parse(redact(text, [])), {
    id: 'r-1',
    message: 'Use ••• at http://•••@host/x',
    plan: 'dev',
    config: { PIGEON_URL: '•••', deep: { port: '•••' } },
    options: { version: '•••' },
    logplex_token: '•••',
  })
})

test('redact: a body that is not JSON is searched for patterns of secrets', () => {
  const text =
    '{"config":{"PIGEON_URL":"abc","x":1},"password": "def" postgres://me:you@h and known!'
  const shown = redact(text, ['known!', ''])
  assert.doesNotMatch(shown, /abc|def|me:you|known!/)
  assert.match(shown, /"x":1/)
})

test('redact: a long body is truncated', () => {
  assert.ok(redact('<p>'.repeat(100_000), []).length < 5_000)
})
