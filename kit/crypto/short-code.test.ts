import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortCode } from './short-code.ts'

test('short code: is unique to a token, without ambiguous characters', () => {
  const codes = Array.from({ length: 500 }, (_, number) => shortCode(`token ${number}`))
  assert.equal(new Set(codes).size, 500)
  for (const code of codes) assert.match(code, /^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/)
  assert.equal(shortCode('token 1'), codes[1])
})
