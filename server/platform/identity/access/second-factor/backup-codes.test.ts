import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newBackupCodes, normaliseBackupCode } from './backup-codes.ts'

test('backup codes: ten different codes in an alphabet that is easy to copy', () => {
  const codes = newBackupCodes()
  assert.equal(new Set(codes).size, 10)
  for (const code of codes) assert.match(code, /^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/)
})

test('backup codes: case, dashes, spaces and look-alikes do not matter', () => {
  for (const typed of ['40q1-ab1m-zt9b', '4OQL ABIM ZT9B', ' 40q1ab1mzt9b\n', '40-q1-ab-1m-zt-9b'])
    assert.equal(normaliseBackupCode(typed), '40q1-ab1m-zt9b')
  assert.equal(normaliseBackupCode('x'.repeat(1e6)).length, 64 + 15)
})
