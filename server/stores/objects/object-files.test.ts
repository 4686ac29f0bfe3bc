import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { objectStoreContract } from '#stores/object-store.contract.ts'
import { memoryTmpdir } from '#tests/support/memory-folder.ts'
import { openObjectFiles } from './object-files.ts'

async function open() {
  const root = await mkdtemp(join(memoryTmpdir({ minBytes: 256 * 1024 ** 2 }), 'berth-objects-'))
  const countAbandoned = async () =>
    (await readdir(root, { recursive: true })).filter((name) => name.includes('.new-')).length
  return {
    root,
    store: openObjectFiles(root),
    countAbandoned,
    [Symbol.asyncDispose]: () => rm(root, { recursive: true }),
  }
}

objectStoreContract('files', open)

async function* content() {
  yield Buffer.from('content')
}

test('object files: an object is a file at its key that only the server may read', async () => {
  await using opened = await open()
  const { root, store } = opened
  await store.put('backups/one', content())
  assert.equal((await stat(join(root, 'backups/one'))).mode & 0o777, 0o600)
  assert.equal((await stat(join(root, 'backups'))).mode & 0o777, 0o700)
})

test('object files: what a crash left of a write is no object, and goes after a while', async () => {
  await using opened = await open()
  const { root, store, countAbandoned } = opened
  await store.put('backups/one', content())
  const left = join(root, 'backups/.new-123-two')
  await writeFile(left, 'half')
  assert.equal((await Array.fromAsync(store.list('backups/'))).length, 1)
  const hour = 3_600_000
  await store.removeAbandoned(Date.now() - hour)
  assert.equal(await countAbandoned(), 1)
  await utimes(left, new Date(Date.now() - 2 * hour), new Date(Date.now() - 2 * hour))
  await store.removeAbandoned(Date.now() - hour)
  assert.equal(await countAbandoned(), 0)
  assert.equal((await store.stat('backups/one'))?.bytes, 7)
})
