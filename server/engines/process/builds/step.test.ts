import assert from 'node:assert/strict'
import { test } from 'node:test'
import { concealing } from './step.ts'

test('secret redaction: replaces whole secrets and their single lines, longer ones first', () => {
  const conceal = concealing([
    'token-one',
    'token-one-and-two',
    '-----BEGIN KEY-----\nb3BlbnNzaC1rZXk\n',
  ])
  assert.equal(conceal('a token-one-and-two b token-one'), 'a [secret] b [secret]')
  assert.equal(
    conceal('key b3BlbnNzaC1rZXk of -----BEGIN KEY-----'),
    'key [secret] of -----BEGIN KEY-----',
  )
})

test('secret redaction: ignores values that are too short to be secrets', () => {
  assert.equal(concealing(['', 'npm', 'true'])('npm says true'), 'npm says true')
})

test('secret redaction: a multi-line secret longer than a key is redacted line by line', () => {
  const lines = Array.from({ length: 14_000 }, (_, at) => `secret${String(at).padStart(6, '0')}`)
  const conceal = concealing([lines.join('\n')])
  assert.deepEqual(
    lines.map(conceal),
    lines.map(() => '[secret]'),
  )
  assert.equal(conceal('nothing of it'), 'nothing of it')
})
