import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { startFakePlatform } from '#tests/support/fake-platform.ts'

test('berth ssh-keys: public keys are added, listed and removed; a private key is never sent', async () => {
  await using platform = await startFakePlatform()
  await platform.type('login --local')
  await writeFile(join(platform.folder, 'id.pub'), 'ssh-ed25519 AAAA me@here\n')
  await writeFile(join(platform.folder, 'id'), '-----BEGIN OPENSSH PRIVATE KEY-----\n')
  assert.equal((await platform.type('ssh-keys add laptop id.pub')).code, 0)
  assert.deepEqual([...platform.keys], [['laptop', 'ssh-ed25519 AAAA me@here']])
  assert.equal((await platform.type('ssh-keys')).out, 'laptop  SHA256:x\n')
  assert.match((await platform.type('ssh-keys add other id')).err, /private key/)
  assert.match((await platform.type('ssh-keys add other missing')).err, /cannot be read \(ENOENT\)/)
  await platform.type('ssh-keys remove laptop')
  assert.match((await platform.type('ssh-keys')).out, /No SSH keys yet/)
})
