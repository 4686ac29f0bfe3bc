import assert from 'node:assert/strict'
import { test } from 'node:test'
import { concealing } from './step.ts'

test('secrets are not in lines, whole or by line, and longer ones go first', () => {
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

test('what is too short to be a secret is left alone', () => {
  assert.equal(concealing(['', 'npm', 'true'])('npm says true'), 'npm says true')
})

test('a secret of more lines than keys have is concealed line by line', () => {
  const lines = Array.from({ length: 14_000 }, (_, at) => `secret${String(at).padStart(6, '0')}`)
  const conceal = concealing([lines.join('\n')])
  assert.deepEqual(
    lines.map(conceal),
    lines.map(() => '[secret]'),
  )
  assert.equal(conceal('nothing of it'), 'nothing of it')
})
