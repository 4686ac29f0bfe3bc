import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { compareTree, snapshotTree } from './trees.ts'

test('a tree is compared with its snapshot: what was read, listed, made, changed and removed', async () => {
  const root = await mkdtemp(join(tmpdir(), 'berth-snapshot-'))
  const at = (path: string) => join(root, path)
  try {
    await mkdir(at('listed'))
    await mkdir(at('deep/er'), { recursive: true })
    for (const path of ['read', 'unread', 'changed', 'removed', 'listed/one', 'deep/er/read']) {
      await writeFile(at(path), path)
    }
    await symlink('read', at('link'))
    const snapshot = await snapshotTree(root)
    assert.deepEqual(await compareTree(root, await snapshotTree(root)), {
      made: [],
      changed: [],
      removed: [],
      read: [],
      listed: [],
    })

    await snapshotTree(root)
    await readFile(at('link'))
    await readFile(at('deep/er/read'))
    await readdir(at('listed'))
    await writeFile(at('changed'), 'otherwise')
    await rm(at('removed'))
    await mkdir(at('deep/new/inside'), { recursive: true })
    // A disk that is mounted with `noatime` tells nothing about reads.
    const isTold = (await stat(at('read'))).atimeMs > 0
    const { read, listed, ...others } = await compareTree(root, snapshot)
    assert.deepEqual(read.sort(), isTold ? ['deep/er/read', 'link', 'read'] : [])
    assert.deepEqual(listed, isTold ? ['listed'] : [])
    assert.deepEqual(others, { made: ['deep/new'], changed: ['changed'], removed: ['removed'] })
  } finally {
    await rm(root, { recursive: true })
  }
})
