import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { parsePublicKey } from '#kit/crypto/ssh-keys.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { createHostKey } from './host-key.ts'

test('SSH host key: a new one is readable by OpenSSH and the SSH library, and unique', async () => {
  const key = await createHostKey()
  assert.notEqual(await createHostKey(), key)
  const folder = await mkdtemp(join(tmpdir(), 'berth-host-key-'))
  try {
    await writeFile(join(folder, 'key'), key, { mode: 0o600 })
    const line = await runOrThrow(['ssh-keygen', '-y', '-f', join(folder, 'key')], {
      timeout: 300_000,
    })
    const { default: ssh2 } = await import('ssh2')
    const parsed = ssh2.utils.parseKey(key)
    assert.ok(!(parsed instanceof Error))
    assert.deepEqual(parsePublicKey(line)?.blob, parsed.getPublicSSH())
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('SSH host key: each of a thousand can be parsed', async () => {
  const { default: ssh2 } = await import('ssh2')
  for (let made = 0; made < 1000; made++) {
    assert.ok(!(ssh2.utils.parseKey(await createHostKey()) instanceof Error))
  }
})
