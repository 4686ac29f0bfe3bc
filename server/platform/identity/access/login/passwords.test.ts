import assert from 'node:assert/strict'
import { argon2Sync, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createPasswordHasher, defaultPasswordCost } from './passwords.ts'

const cheap = { memory: 64, passes: 1, parallelism: 1 }
const hasher = createPasswordHasher(cheap)
const standard = /^\$argon2id\$v=19\$m=64,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/

test('password hash: uses the standard PHC encoding for every salt and key', async () => {
  for (let round = 0; round < 50; round++) assert.match(await hasher.hash('x'), standard)
  assert.match(hasher.unknowableHash, standard)
})

test('password hash: verifies the hashed password and no other', async () => {
  const hash = await hasher.hash('pass wörd')
  assert.equal(await hasher.verify('pass wörd', hash), true)
  assert.equal(await hasher.verify('pass word', hash), false)
  assert.equal(await hasher.verify('', hasher.unknowableHash), false)
  assert.equal(await hasher.verify('', ''), false)
})

test('password hash: hashes of other costs and the base64url hashes of earlier versions are verified', async () => {
  for (let round = 0; round < 50; round++) {
    const nonce = randomBytes(16)
    const message = Buffer.from('x')
    const key = argon2Sync('argon2id', { message, nonce, tagLength: 32, ...cheap, memory: 128 })
    const [saltText, keyText] = [nonce, key].map((bytes) => bytes.toString('base64url'))
    const old = `$argon2id$v=19$m=128,t=1,p=1$${saltText}$${keyText}`
    assert.equal(await hasher.verify('x', old), true)
    assert.equal(await hasher.verify('y', old), false)
  }
})

test('password hash: a hash of the reference implementation is verified', async () => {
  const known =
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  assert.equal(await hasher.verify('password', known), true)
})

test('password hash: the default cost is the OWASP recommendation', () => {
  assert.deepEqual(defaultPasswordCost, { memory: 19_456, passes: 2, parallelism: 1 })
})
