import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPrivateKey, keyComment } from './public-key.ts'

test('public keys: the comment names the key', () => {
  assert.equal(keyComment('ssh-ed25519 AAAAC3Nz ann@laptop'), 'ann@laptop')
  assert.equal(keyComment('  ssh-rsa AAAA my old machine \n'), 'my old machine')
  assert.equal(keyComment('ssh-ed25519 AAAAC3Nz'), '')
  assert.equal(keyComment('hello world there'), '')
})

test('private keys: are recognised before they are sent', () => {
  assert.ok(isPrivateKey('-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl'))
  assert.ok(!isPrivateKey('ssh-ed25519 AAAAC3Nz ann@laptop'))
})
