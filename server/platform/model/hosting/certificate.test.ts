import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renewalTime } from './certificate.ts'

test('certificates: the time of renewal is in whole milliseconds, whatever the lifetime', () => {
  const notBefore = 1_793_000_000_000
  for (const lifetime of [1000, 7_776_000_000, 157_766_399_000]) {
    const time = renewalTime({ notBefore, notAfter: notBefore + lifetime })
    assert.ok(Number.isSafeInteger(time), `${time}`)
  }
})
