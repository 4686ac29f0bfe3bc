import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { overwriteFile } from './overwrite-file.ts'

test('overwriting a file: it has the new content, longer or shorter, in the same inode', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-overwrite-'))
  const path = join(folder, 'file')
  overwriteFile(path, 'first')
  const { ino, mode } = await stat(path)
  assert.equal(mode & 0o777, 0o600)
  for (const content of ['a longer content', 'short', '', 'änderung']) {
    overwriteFile(path, content)
    assert.equal(await readFile(path, 'utf8'), content)
    assert.equal((await stat(path)).ino, ino)
  }
  await rm(folder, { recursive: true })
})
