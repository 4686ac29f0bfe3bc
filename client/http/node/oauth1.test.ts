import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { percentEncode } from '#kit/crypto/oauth1.ts'
import { credentials, isSigned } from '#tests/support/fake-api.ts'
import { baseStringOf, plaintextHeader, signedHeader } from './oauth1.ts'

test('OAuth 1: the base string is that of RFC 5849, section 3.4.1.1', () => {
  const url = new URL('http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b')
  const text = baseStringOf('post', url, [
    ['oauth_consumer_key', '9djdj82h48djs9d2'],
    ['oauth_token', 'kkk9d7dh3k39sjv7'],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', '137131201'],
    ['oauth_nonce', '7d8f3e4a'],
    ['c2', ''],
    ['a3', '2 q'],
  ])
  assert.equal(
    text,
    'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D' +
      '%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a' +
      '%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
  )
})

test('OAuth 1: base string and key of RFC 5849, section 1.2, give its signature', () => {
  const url = new URL('http://photos.example.net/photos?file=vacation.jpg&size=original')
  const text = baseStringOf('GET', url, [
    ['oauth_consumer_key', 'dpf43f3p2l4k3l03'],
    ['oauth_token', 'nnch734d00sl2jdk'],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', '137131202'],
    ['oauth_nonce', 'chapoH'],
  ])
  const key = 'kd94hf93k423kf44&pfkkdhi9sl3r4s00'
  const signature = createHmac('sha1', key).update(text).digest('base64')
  assert.equal(signature, 'MdpQcU8iPSUjWoN/UDMsK2sui9I=')
})

test('OAuth 1: everything but letters, digits and four marks is percent-encoded', () => {
  assert.equal(percentEncode("-._~ !'()*é/&"), '-._~%20%21%27%28%29%2A%C3%A9%2F%26')
})

test('OAuth 1: a signed header passes an independent verification, query included', () => {
  const url = new URL("http://localhost:4000/v2/a%20b?c=d%20e&c=a&z=%26%3D!'()*")
  const header = signedHeader(credentials, 'GET', url)
  assert.ok(isSigned('GET', url, header))
  assert.ok(!isSigned('PUT', url, header))
  assert.ok(!isSigned('GET', new URL('http://localhost:4000/v2/a%20b?c=other'), header))
})

test('OAuth 1: no two signed headers are equal', () => {
  const url = new URL('http://localhost:4000/v2/self')
  assert.notEqual(
    signedHeader(credentials, 'GET', url, 1),
    signedHeader(credentials, 'GET', url, 1),
  )
})

test('OAuth 1: a header is determined by its timestamp and nonce', () => {
  const url = new URL('http://localhost:4000/v2/self')
  assert.match(
    signedHeader(credentials, 'GET', url, 1_700_000_000_999, 'n'),
    /^OAuth oauth_consumer_key="consumerKey1", oauth_nonce="n", oauth_signature_method="HMAC-SHA512", oauth_timestamp="1700000000", oauth_token="token1", oauth_version="1.0", oauth_signature="[^"]+"$/,
  )
})

test('OAuth 1: a PLAINTEXT header contains both secrets, encoded', () => {
  assert.equal(
    plaintextHeader(credentials),
    'OAuth oauth_consumer_key="consumerKey1", oauth_token="token1", oauth_signature_method="PLAINTEXT", oauth_signature="consumerSecret1%26secret1"',
  )
})
