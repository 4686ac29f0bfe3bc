import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openTemporaryDisk } from './temporary-disk.ts'

test('temporary disk: is a file system of its own until it is closed, and what a killed runner left is removed', async (t) => {
  const parent = await mkdtemp(join(tmpdir(), 'berth-parent-'))
  t.after(() => rm(parent, { recursive: true, force: true }))
  // No process has this number.
  const left = join(parent, 'berth-disk-999999999')
  await mkdir(left)
  const disk = await openTemporaryDisk(parent)
  if (process.getuid?.() !== 0) return assert.equal(disk, undefined)
  assert.equal(existsSync(left), false)
  // A machine may be unable to mount, or short of space.
  if (!disk) return assert.deepEqual(await readdir(parent), [])
  await writeFile(join(disk.folder, 'file'), 'text')
  assert.notEqual((await stat(disk.folder)).dev, (await stat(parent)).dev)
  assert.deepEqual(await readdir(parent), [`berth-disk-${process.pid}`])
  await disk[Symbol.asyncDispose]()
  assert.deepEqual(await readdir(parent), [])
})
