import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gatherOAuth, parseOAuthHeader } from './oauth-parameters.ts'

test('OAuth parameters: pairs are parsed with and without a space after the comma, and decoded', () => {
  const header = 'OAuth oauth_consumer_key="k", oauth_token="t",oauth_signature="cs%26ts"'
  assert.deepEqual(parseOAuthHeader(header), [
    ['oauth_consumer_key', 'k'],
    ['oauth_token', 't'],
    ['oauth_signature', 'cs&ts'],
  ])
})

test('OAuth parameters: the scheme is case-insensitive', () => {
  assert.deepEqual(parseOAuthHeader('oauth a="b"'), [['a', 'b']])
})

for (const header of [
  'Basic abc',
  'OAuth a',
  'OAuth a="b" c="d"',
  'OAuth a="b", "c"',
  'OAuth a="%zz"',
  'OAuth a="b", a="c"',
  `OAuth a="${'x'.repeat(9000)}"`,
  `OAuth ${Array.from({ length: 33 }, (_, at) => `a${at}="b"`)}`,
]) {
  test(`OAuth parameters: ${header.slice(0, 30)} is no OAuth 1 header`, () => {
    assert.equal(parseOAuthHeader(header), undefined)
  })
}

const form = (authorization: string | undefined, form: [string, string][]) =>
  gatherOAuth({ authorization, query: [], form })

test('OAuth parameters: are collected from header, query and form, and removed from query and form', () => {
  const gathered = gatherOAuth({
    authorization: 'OAuth oauth_token="t", realm="r"',
    query: [
      ['oauth_nonce', 'n'],
      ['page', '1'],
    ],
    form: [
      ['oauth_verifier', 'v'],
      ['name', 'x'],
    ],
  })
  assert.deepEqual(gathered, {
    parameters: [
      ['oauth_nonce', 'n'],
      ['oauth_verifier', 'v'],
      ['oauth_token', 't'],
      ['realm', 'r'],
    ],
    query: [['page', '1']],
    form: [['name', 'x']],
  })
})

test('OAuth parameters: a duplicate of the header in the body counts once, and a contradiction is refused', () => {
  const header = 'OAuth oauth_callback="oob"'
  assert.deepEqual(form(header, [['oauth_callback', 'oob']]).parameters, [
    ['oauth_callback', 'oob'],
  ])
  assert.throws(() => form(header, [['oauth_callback', 'http://else']]), /oauth_callback twice/)
  const both: [string, string][] = [
    ['oauth_token', 'a'],
    ['oauth_token', 'a'],
  ]
  assert.throws(() => form(undefined, both), /oauth_token twice/)
})

test('OAuth parameters: a form with too many of them is refused', () => {
  const many = Array.from({ length: 33 }, (_, at): [string, string] => [`oauth_${at}`, ''])
  assert.throws(() => form(undefined, many), /too many OAuth 1 parameters/)
})

test('OAuth parameters: names such as __proto__ are ordinary names', () => {
  const parameters = parseOAuthHeader('OAuth __proto__="a", constructor="b"')
  assert.deepEqual(parameters, [
    ['__proto__', 'a'],
    ['constructor', 'b'],
  ])
})
