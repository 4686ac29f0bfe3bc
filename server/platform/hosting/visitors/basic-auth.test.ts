import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestOf } from '#kit/crypto/digest.ts'
import { credentialsIn, hasCredentials, hashCredentials } from './basic-auth.ts'

function fail(sentence: string): never {
  throw new Error(sentence)
}

test('basic authentication: variables name users, with colons and Unicode in passwords', () => {
  const environment = {
    CC_HTTP_BASIC_AUTH: 'anna:a:b',
    CC_HTTP_BASIC_AUTH_12: 'zoë: ✓',
    CC_HTTP_BASIC_AUTH_X: 'other',
    CC_HTTP_BASIC_AUTHS: 'other',
  }
  assert.deepEqual(credentialsIn(environment, fail), ['anna:a:b', 'zoë: ✓'])
  assert.equal(hasCredentials({ CC_HTTP_BASIC_AUTH_X: 'a:b' }), false)
})

test('basic authentication: a value that would open the application to nobody or everybody is refused', () => {
  for (const value of ['', 'anna', ':secret', 'anna:', 'anna:a\nb', `anna:${'x'.repeat(1000)}`]) {
    const environment = { CC_HTTP_BASIC_AUTH_1: value }
    assert.throws(() => credentialsIn(environment, fail), /^Error: CC_HTTP_BASIC_AUTH_1 /, value)
  }
  const many = Object.fromEntries(
    Array.from({ length: 101 }, (_, at) => [`CC_HTTP_BASIC_AUTH_${at}`, 'a:b']),
  )
  assert.throws(() => credentialsIn(many, fail), /At most 100/)
})

test('basic authentication: digests have a salt, which stays while the credentials do', () => {
  const first = hashCredentials(['anna:secret'], null) ?? assert.fail()
  const { salt, digests } = first
  assert.deepEqual(digests, [digestOf(salt + Buffer.from('anna:secret').toString('base64'))])
  assert.equal(hashCredentials(['anna:secret'], first), first)
  const other = hashCredentials(['anna:other'], first) ?? assert.fail()
  assert.notEqual(other.salt, salt)
  assert.equal(hashCredentials([], first), null)
})
