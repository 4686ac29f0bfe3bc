import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublicKey } from '#kit/wireguard-keys.ts'
import { makeKeyPair, newExternalId } from './key-pair.ts'

test('key pair: is one that WireGuard takes', async () => {
  const pair = await makeKeyPair()
  assert.ok(pair && isPublicKey(pair.publicKey))
  assert.equal(Buffer.from(pair.privateKey, 'base64').length, 32)
  assert.match(newExternalId(), /^external_[0-9a-f]{32}$/)
})
