import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { fromBase32, toBase32 } from './base32.ts'

test('texts are those of RFC 4648', () => {
  const known = { '': '', f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', fooba: 'MZXW6YTB' }
  for (const [plain, encoded] of Object.entries(known)) {
    assert.equal(toBase32(Buffer.from(plain)), encoded)
    assert.equal(fromBase32(encoded).toString(), plain)
  }
  assert.equal(fromBase32('mzxw 6ytb-oi======').toString(), 'foobar')
  assert.throws(() => fromBase32('M0'), /not base32/)
})

test('any bytes come back', () => {
  for (let length = 0; length < 64; length++) {
    const bytes = randomBytes(length)
    assert.deepEqual(fromBase32(toBase32(bytes)), bytes)
  }
})
