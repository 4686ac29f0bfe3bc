import assert from 'node:assert/strict'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { writeAr } from './ar.ts'

test('ar: system tools read the members, of even and odd length', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'berth-ar-'))
  const file = join(folder.path, 'a.deb')
  const members = [
    { name: 'debian-binary', content: Buffer.from('2.0\n') },
    { name: 'control.tar.xz', content: Buffer.from('odd') },
    { name: 'data.tar.xz', content: Buffer.from('last') },
  ]
  await writeFile(file, writeAr(members, 1_700_000_000))
  const listed = await runOrThrow(['ar', 'tv', file])
  assert.match(listed, /^rw-r--r-- 0\/0 +4 Nov 14 \d\d:13 2023 debian-binary$/m)
  for (const { name, content } of members)
    assert.equal(await runOrThrow(['ar', 'p', file, name]), content.toString())
})
