import assert from 'node:assert/strict'
import { test } from 'node:test'
import { totp } from '#tests/support/people/authenticator.ts'
import { newSecret, otpauthUrl, stepAt, stepOf } from './totp.ts'

/** `12345678901234567890` in base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test('TOTP: codes match RFC 6238, appendix B', () => {
  const known: [number, string][] = [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ]
  for (const [seconds, code] of known) {
    assert.equal(totp(secret, stepAt(seconds * 1000), 8), code)
    assert.equal(totp(secret, stepAt(seconds * 1000)), code.slice(2))
  }
})

test('TOTP: codes match RFC 4226, appendix D', () => {
  const known = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583']
  for (const [counter, code] of known.entries()) assert.equal(totp(secret, counter), code)
})

test('TOTP: a code is accepted in its own step and the two adjacent ones', () => {
  const date = 1_700_000_000_000
  const step = stepAt(date)
  for (const near of [-1, 0, 1])
    assert.equal(stepOf(secret, totp(secret, step + near), date), step + near)
  for (const far of [-2, 2]) assert.equal(stepOf(secret, totp(secret, step + far), date), undefined)
  for (const wrong of ['', '12345', '1234567', 'abcdef', '１２３４５６'])
    assert.equal(stepOf(secret, wrong, date), undefined)
  assert.equal(stepOf(secret, totp(secret, 0), 0), 0)
})

test('TOTP: a secret has 160 random bits in base32 without padding', () => {
  assert.match(newSecret(), /^[A-Z2-7]{32}$/)
  assert.notEqual(newSecret(), newSecret())
})

test('TOTP: the otpauth URL names the platform, the account and the parameters', () => {
  const account = { email: 'ann+x@example.test', pagesUrl: 'https://[::1]:4000' }
  const url = new URL(otpauthUrl(secret, account))
  assert.equal(
    `${url.protocol}//${url.host}${url.pathname}`,
    'otpauth://totp/Berth%20%5B1%5D:ann%2Bx%40example.test',
  )
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    issuer: 'Berth [1]',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
