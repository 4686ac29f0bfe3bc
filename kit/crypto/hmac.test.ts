import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { hmacBase64 } from './hmac.ts'

for (const digest of ['sha1', 'sha512'] as const) {
  test(`${digest}: it is what Node makes of the same key and text, whatever their lengths`, () => {
    for (const keyLength of [0, 1, 63, 64, 65, 81, 127, 128, 129, 300]) {
      for (const textLength of [0, 1, 50, 300, 895, 896, 959, 960, 961, 1024, 1025, 9000]) {
        const key = 'k&%7Eé'.repeat(60).slice(0, keyLength)
        const text = 'GET&http%3A%2F%2Fx&a%3D1'.repeat(400).slice(0, textLength)
        assert.equal(
          hmacBase64(digest, key, text),
          createHmac(digest, key).update(text).digest('base64'),
          `${keyLength} ${textLength}`,
        )
      }
    }
  })

  test(`${digest}: a long text leaves nothing behind for a short one`, () => {
    const short = () => hmacBase64(digest, 'key', 'text')
    const before = short()
    hmacBase64(digest, 'x'.repeat(200), 'y'.repeat(1000))
    assert.equal(short(), before)
  })
}
