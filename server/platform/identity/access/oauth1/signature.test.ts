import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { percentEncode } from '#kit/crypto/oauth1.ts'
import { type SignedRequest, signatureBase, verifySignature } from './signature.ts'

const request = {
  method: 'post',
  url: 'http://example.com/request',
  query: [
    ['b5', '=%3D'],
    ['a3', 'a'],
    ['c@', ''],
    ['a2', 'r b'],
    ['c2', ''],
    ['a3', '2 q'],
  ],
} as const

const parameters = {
  oauth_consumer_key: '9djdj82h48djs9d2',
  oauth_token: 'kkk9d7dh3k39sjv7',
  oauth_signature_method: 'HMAC-SHA1',
  oauth_timestamp: '137131201',
  oauth_nonce: '7d8f3e4a',
}

test('OAuth signature: the base string is that of RFC 5849 §3.4.1.1', () => {
  assert.equal(
    signatureBase(request, Object.entries(parameters)),
    'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D' +
      '%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1' +
      '%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
  )
})

test('OAuth signature: a name sorts before a longer name that it is a prefix of', () => {
  const pairs = [
    ['a1', '1'],
    ['a', 'z'],
  ] as const
  const base = signatureBase({ method: 'GET', url: 'http://x', query: [] }, pairs)
  assert.equal(base, 'GET&http%3A%2F%2Fx&a%3Dz%26a1%3D1')
})

test('OAuth signature: everything but letters, digits and -._~ is percent-encoded', () => {
  assert.equal(percentEncode("aZ9-._~ !*'()&é"), 'aZ9-._~%20%21%2A%27%28%29%26%C3%A9')
})

const coverageOf = (request: SignedRequest, parameters: Record<string, string>) =>
  verifySignature(request, Object.entries(parameters), { consumer: 'cs', token: 'ts' })
const isSigned = (request: SignedRequest, parameters: Record<string, string>) =>
  coverageOf(request, parameters) === 'request'

test('OAuth signature: PLAINTEXT needs no method, nonce or timestamp', () => {
  const plain = { oauth_consumer_key: 'k', oauth_token: 't' }
  assert.equal(isSigned(request, { ...plain, oauth_signature: 'cs&ts' }), true)
  assert.equal(isSigned(request, { ...plain, oauth_signature: 'cs&tx' }), false)
  assert.equal(isSigned(request, { ...plain, oauth_signature: '' }), false)
  assert.equal(isSigned(request, plain), false)
})

for (const [method, digest] of [
  ['HMAC-SHA1', 'sha1'],
  ['HMAC-SHA512', 'sha512'],
] as const) {
  test(`OAuth signature: ${method} covers method, URL and query`, () => {
    const given = { ...parameters, oauth_signature_method: method }
    const sign = (query: readonly (readonly [string, string])[]) =>
      createHmac(digest, 'cs&ts')
        .update(signatureBase({ ...request, query }, Object.entries(given)))
        .digest('base64')
    const signed = { ...given, oauth_signature: sign(request.query) }
    assert.equal(isSigned(request, signed), true)
    assert.equal(isSigned({ ...request, method: 'GET' }, signed), false)
    assert.equal(isSigned({ ...request, query: [['x', 'y']] }, signed), false)
    const pathOnly = { ...given, oauth_signature: sign([]) }
    assert.equal(coverageOf(request, pathOnly), 'request without query')
  })
}

test('OAuth signature: an unknown method is always wrong', () => {
  const given = { ...parameters, oauth_signature_method: 'RSA-SHA1', oauth_signature: 'cs&ts' }
  assert.equal(isSigned(request, given), false)
})
