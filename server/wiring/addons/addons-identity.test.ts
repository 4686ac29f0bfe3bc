import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createAuthority } from '#kit/crypto/x509.ts'
import { addonsIdentity } from './addons-identity.ts'

test('database certificate: stays the same until its host or its authority changes', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-identity-'))
  t.after(() => rm(folder, { recursive: true }))
  const authority = createAuthority('one')
  const first = await addonsIdentity(authority, folder, 'db.example.org')
  assert.deepEqual(await addonsIdentity(authority, folder, 'db.example.org'), first)
  const leaf = new X509Certificate(first.certificate)
  assert.ok(leaf.verify(new X509Certificate(authority.certificate).publicKey))
  assert.ok(leaf.checkHost('db.example.org'))
  for (const address of ['127.18.0.1', '127.0.0.1']) assert.ok(leaf.checkIP(address), address)
  const file = join(folder, 'tls.json')
  assert.equal((await stat(file)).mode & 0o777, 0o600)

  const renamed = await addonsIdentity(authority, folder, '192.0.2.7')
  assert.notDeepEqual(renamed, first)
  assert.ok(new X509Certificate(renamed.certificate).checkIP('192.0.2.7'))
  const signed = await addonsIdentity(createAuthority('two'), folder, '192.0.2.7')
  assert.notDeepEqual(signed, renamed)
  await writeFile(file, '{"certificate')
  assert.notDeepEqual(await addonsIdentity(authority, folder, '192.0.2.7'), signed)
})
