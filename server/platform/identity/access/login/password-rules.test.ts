import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validatePassword } from './password-rules.ts'

const email = 'ada.lovelace@example.org'
const refuses = (password: string, why: RegExp) =>
  assert.throws(() => validatePassword(password, email), { kind: 'invalid', message: why })

test('password rules: a guessable password is refused with advice', () => {
  refuses('', /at least 10/)
  refuses('ninechars', /at least 10/)
  refuses('🚢'.repeat(6), /at least 10/)
  refuses('x'.repeat(30), /repeats one character/)
  refuses('Ada.Lovelace', /your e-mail address/)
  refuses(' ADA.lovelace@example.org ', /your e-mail address/)
  refuses('ab'.repeat(300), /at most 512/)
})

test('password rules: any other password is accepted', () => {
  for (const password of ['correct horse', '1234567890', 'päßwörter!', '     abcdef']) {
    validatePassword(password, email)
  }
})
