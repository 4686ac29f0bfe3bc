import assert from 'node:assert/strict'
import { chown, lstat, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { giveTree } from './trees.ts'

const user = 200_123

for (const files of [3, 300]) {
  test(`give tree: a folder with ${files} files changes owner completely, and nothing that its links lead to`, async () => {
    const root = await mkdtemp(join(tmpdir(), 'berth-files-'))
    try {
      const folder = join(root, 'given')
      const deep = join(folder, 'deep', 'er')
      await mkdir(deep, { recursive: true })
      await mkdir(join(root, 'outside'))
      await writeFile(join(root, 'outside/file'), '')
      await symlink(join(root, 'outside'), join(deep, 'link'))
      for (let place = 0; place < files; place++) await writeFile(join(deep, String(place)), '')

      await giveTree(user, folder)
      for (const path of ['', 'deep', 'deep/er', 'deep/er/link', `deep/er/${files - 1}`]) {
        const { uid, gid } = await lstat(join(folder, path))
        assert.deepEqual([uid, gid], [user, user], path)
      }
      for (const path of ['.', 'outside', 'outside/file']) {
        assert.equal((await lstat(join(root, path))).uid, process.getuid?.(), path)
      }
    } finally {
      await rm(root, { recursive: true, force: true })
    }
  })
}

test('give tree: a file name that is not UTF-8 changes owner too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-files-'))
  const odd = Buffer.from(`${folder}/\xff`, 'latin1')
  try {
    await writeFile(odd, '')
    await chown(odd, 0, 0)
    await giveTree(user, folder)
    assert.equal((await lstat(odd)).uid, user)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
