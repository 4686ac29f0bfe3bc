import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseOAuthHeader } from './oauth-parameters.ts'

test('pairs are read with and without a space after the comma, and decoded', () => {
  const header = 'OAuth oauth_consumer_key="k", oauth_token="t",oauth_signature="cs%26ts"'
  assert.deepEqual(
    { ...parseOAuthHeader(header) },
    {
      oauth_consumer_key: 'k',
      oauth_token: 't',
      oauth_signature: 'cs&ts',
    },
  )
})

test('the scheme is known in any case', () => {
  assert.deepEqual({ ...parseOAuthHeader('oauth a="b"') }, { a: 'b' })
})

for (const header of [
  'Basic abc',
  'OAuth a',
  'OAuth a="b" c="d"',
  'OAuth a="b", "c"',
  'OAuth a="%zz"',
  'OAuth a="b", a="c"',
  `OAuth a="${'x'.repeat(9000)}"`,
]) {
  test(`${header.slice(0, 30)} is no header of OAuth 1`, () => {
    assert.equal(parseOAuthHeader(header), undefined)
  })
}
