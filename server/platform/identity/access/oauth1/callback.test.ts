import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answeredCallback, permittedCallback } from './callback.ts'

const answer = { oauth_token: 't', user: 'a b&c' }

for (const [callback, expected] of [
  ['https://x.test/back', 'https://x.test/back?oauth_token=t&user=a+b%26c'],
  ['https://x.test/?a=%20b', 'https://x.test/?a=%20b&oauth_token=t&user=a+b%26c'],
  ['https://x.test/?', 'https://x.test/?oauth_token=t&user=a+b%26c'],
  ['https://x.test/#there', 'https://x.test/?oauth_token=t&user=a+b%26c#there'],
] as const) {
  test(`OAuth callback: the answer is appended to the query of ${callback}`, () => {
    assert.equal(answeredCallback(callback, answer), expected)
  })
}

const pages = 'https://api.test'

for (const [baseUrl, callback] of [
  ['https://x.test', 'https://x.test/any/path?q=1'],
  ['https://x.test/app', 'https://x.test:443/'],
  ['https://x.test:8443', 'https://x.test:8443/'],
  ['https://x.test', 'https://x.test:444/'],
  ['https://x.test', 'http://x.test:8080/back'],
  ['http://x.test:8080', 'https://x.test/back'],
  ['https://münchen.test', 'https://xn--mnchen-3ya.test/'],
  ['http://[::1]:1', 'http://[::1]:2/'],
  ['', 'http://127.0.0.1:1/'],
  ['', 'https://api.test/done'],
  ['https://x.test', 'oob'],
] as const) {
  test(`OAuth callback: ${callback} is on ${baseUrl || 'no base URL'}`, () => {
    assert.ok(permittedCallback({ baseUrl }, callback, pages))
  })
}

for (const [baseUrl, callback] of [
  ['https://x.test', 'https://y.x.test/'],
  ['https://y.x.test', 'https://x.test/'],
  ['https://x.test', 'ftp://x.test/'],
  ['https://x.test', 'https://x.test@evil.test/'],
  ['https://x.test', '//x.test/'],
  ['https://x.test', 'data:text/html,x'],
  ['https://x.test', 'https://x.test;script-src/'],
  ['https://x.test', 'https://x.test/\r\nset-cookie: a=b'],
  ['https://x.test', `https://x.test/${'x'.repeat(2000)}`],
  ['http://localhost:1', 'http://127.0.0.1:1/'],
  ['', 'https://x.test/'],
  ['not a url', 'https://x.test/'],
] as const) {
  test(`OAuth callback: ${JSON.stringify(callback).slice(0, 60)} is not on ${baseUrl || 'no base URL'}`, () => {
    assert.throws(() => permittedCallback({ baseUrl }, callback, pages), { kind: 'invalid' })
  })
}

test('OAuth callback: the stored URL is a valid header value', () => {
  const kept = permittedCallback({ baseUrl: 'https://x.test' }, 'https://x.test/é?ü', pages)
  assert.equal(kept, 'https://x.test/%C3%A9?%C3%BC')
})
