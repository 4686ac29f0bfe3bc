import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseOAuthHeader } from '#api/auth/oauth-parameters.ts'
import {
  type OAuthParameters,
  parameterOf,
  type SignedRequest,
  signatureBase,
  verifySignature,
} from './signature.ts'

/** Parses an OAuth header printed over several lines in RFC 5849. */
const header = (...lines: string[]) => parseOAuthHeader(`OAuth ${lines.join(', ')}`) ?? []
const resigned = (parameters: OAuthParameters, signature: string) =>
  parameters.map(([name, value]) => [name, name === 'oauth_signature' ? signature : value] as const)
const at = (method: string, url: string, query: SignedRequest['query'] = []) => ({
  method,
  url,
  query,
})

const printer = 'kd94hf93k423kf44'

test('RFC 5849 §1.2: the printer requests temporary credentials', () => {
  const parameters = header(
    'realm="Photos"',
    'oauth_consumer_key="dpf43f3p2l4k3l03"',
    'oauth_signature_method="HMAC-SHA1"',
    'oauth_timestamp="137131200"',
    'oauth_nonce="wIjqoS"',
    'oauth_callback="http%3A%2F%2Fprinter.example.com%2Fready"',
    'oauth_signature="74KNZJeDHnMBp0EMJ9ZHt%2FXKycU%3D"',
  )
  assert.equal(parameterOf(parameters, 'oauth_callback'), 'http://printer.example.com/ready')
  const request = at('POST', 'https://photos.example.net/initiate')
  assert.ok(verifySignature(request, parameters, { consumer: printer, token: '' }))
  assert.ok(!verifySignature(request, parameters, { consumer: printer, token: 'x' }))
})

test('RFC 5849 §1.2: the printer requests token credentials', () => {
  const parameters = header(
    'realm="Photos"',
    'oauth_consumer_key="dpf43f3p2l4k3l03"',
    'oauth_token="hh5s93j4hdidpola"',
    'oauth_signature_method="HMAC-SHA1"',
    'oauth_timestamp="137131201"',
    'oauth_nonce="walatlh"',
    'oauth_verifier="hfdp7dh39dks9884"',
    'oauth_signature="gKgrFCywp7rO0OXSjdot%2FIHF7IU%3D"',
  )
  const request = at('POST', 'https://photos.example.net/token')
  const secrets = { consumer: printer, token: 'hdhd0244k9j7ao03' }
  assert.ok(verifySignature(request, parameters, secrets))
  assert.ok(!verifySignature({ ...request, method: 'GET' }, parameters, secrets))
})

test('RFC 5849 §1.2: the printer requests a private photo', () => {
  const parameters = header(
    'realm="Photos"',
    'oauth_consumer_key="dpf43f3p2l4k3l03"',
    'oauth_token="nnch734d00sl2jdk"',
    'oauth_signature_method="HMAC-SHA1"',
    'oauth_timestamp="137131202"',
    'oauth_nonce="chapoH"',
    'oauth_signature="MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D"',
  )
  const query = [
    ['file', 'vacation.jpg'],
    ['size', 'original'],
  ] as const
  const secrets = { consumer: printer, token: 'pfkkdhi9sl3r4s00' }
  const request = at('GET', 'http://photos.example.net/photos', query)
  assert.ok(verifySignature(request, parameters, secrets))
  const another = at('GET', 'http://photos.example.net/photos', [['file', 'other.jpg']])
  assert.ok(!verifySignature(another, parameters, secrets))
})

test('RFC 5849 §2.1 and §2.3: PLAINTEXT carries both secrets, the second of which may be empty', () => {
  const begin = header(
    'realm="Example"',
    'oauth_consumer_key="jd83jd92dhsh93js"',
    'oauth_signature_method="PLAINTEXT"',
    'oauth_callback="http%3A%2F%2Fclient.example.net%2Fcb%3Fx%3D1"',
    'oauth_signature="ja893SD9%26"',
  )
  const initiate = at('POST', 'https://server.example.com/request_temp_credentials')
  assert.equal(parameterOf(begin, 'oauth_callback'), 'http://client.example.net/cb?x=1')
  assert.ok(verifySignature(initiate, begin, { consumer: 'ja893SD9', token: '' }))
  const end = header(
    'realm="Example"',
    'oauth_consumer_key="jd83jd92dhsh93js"',
    'oauth_token="hdk48Djdsa"',
    'oauth_signature_method="PLAINTEXT"',
    'oauth_verifier="473f82d3"',
    'oauth_signature="ja893SD9%26xyz4992k83j47x0b"',
  )
  const token = at('POST', 'https://server.example.com/request_token')
  const secrets = { consumer: 'ja893SD9', token: 'xyz4992k83j47x0b' }
  assert.ok(verifySignature(token, end, secrets))
  assert.ok(!verifySignature(token, resigned(end, 'ja893SD9&'), secrets))
})

const parameters341 = header(
  'realm="Example"',
  'oauth_consumer_key="9djdj82h48djs9d2"',
  'oauth_token="kkk9d7dh3k39sjv7"',
  'oauth_signature_method="HMAC-SHA1"',
  'oauth_timestamp="137131201"',
  'oauth_nonce="7d8f3e4a"',
  'oauth_signature="bYT5CMsGcbgUdFHObYMEfcx6bsw%3D"',
)

test('RFC 5849 §3.4.1: the base string includes query and form, sorted, without realm and signature', () => {
  const request: SignedRequest = {
    method: 'POST',
    url: 'http://example.com/request',
    query: [...new URLSearchParams('b5=%3D%253D&a3=a&c%40=&a2=r%20b')],
    form: [...new URLSearchParams('c2&a3=2+q')],
  }
  assert.equal(
    signatureBase(request, parameters341),
    'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D' +
      '%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1' +
      '%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
  )
})

test('RFC 5849 §3.4.2: the example of §3.4.1, with the signature of its errata', () => {
  const request: SignedRequest = {
    method: 'POST',
    url: 'http://example.com/request',
    query: [...new URLSearchParams('b5=%3D%253D&a3=a&c%40=&a2=r%20b')],
    form: [...new URLSearchParams('c2&a3=2+q')],
  }
  const secrets = { consumer: 'j49sk3j29djd', token: 'dh893hdasih9' }
  const corrected = resigned(parameters341, 'r6/TJjbCOr97/+UU0NsvSne7s5g=')
  assert.ok(verifySignature(request, corrected, secrets))
  assert.ok(!verifySignature(request, parameters341, secrets))
})
