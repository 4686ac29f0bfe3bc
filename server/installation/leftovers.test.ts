import assert from 'node:assert/strict'
import { mkdir, mkdtempDisposable, readdir, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { openUnpacked, removeDrafts } from './leftovers.ts'
import { lockInstallation } from './steps.ts'

test('leftovers: what a killed upgrade has unpacked is removed by the next, that of a running one stays', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'berth-home-'))
  const home = folder.path
  const running = await openUnpacked(home)
  await mkdir(join(home, 'unpacked-killed'))
  const dead = { pid: process.pid, startTime: '1' }
  await writeFile(join(home, 'unpacked-killed/process.json'), JSON.stringify(dead))
  await mkdir(join(home, 'unpacked-unnamed'))
  await mkdir(join(home, 'unpacked-cut-off'))
  await writeFile(join(home, 'unpacked-cut-off/process.json'), '')
  const next = await openUnpacked(home)
  assert.deepEqual(
    (await readdir(home)).sort(),
    [running, next].map((path) => basename(path)).sort(),
  )
})

test('leftovers: drafts of the link are removed, and the link is not', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'berth-home-'))
  for (const name of ['current', 'current-123']) await symlink('versions', join(folder.path, name))
  await removeDrafts(folder.path)
  assert.deepEqual(await readdir(folder.path), ['current'])
})

test('activation: a second one at the same time is refused', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'berth-home-'))
  const held = await lockInstallation(folder.path)
  await assert.rejects(lockInstallation(folder.path), /Another version is being activated/)
  await held.release()
  await (await lockInstallation(folder.path)).release()
})
