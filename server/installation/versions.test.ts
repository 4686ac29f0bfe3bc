import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtempDisposable, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { homeOf } from './release.ts'
import {
  currentVersion,
  installedVersion,
  placeVersion,
  removeUnused,
  setCurrent,
} from './versions.ts'

async function openHome() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'berth-home-'))
  const home = join(folder.path, 'home')
  const release = async (name: string, version: string, commit: string) => {
    const place = join(folder.path, name)
    await mkdir(join(place, 'bin'), { recursive: true })
    await writeFile(join(place, 'release.json'), JSON.stringify({ version, commit }))
    await writeFile(join(place, 'bin/program'), '#!/bin/sh\nread line\n')
    await chmod(join(place, 'bin/program'), 0o755)
    return place
  }
  return { folder, home, release }
}

test('versions: files of the package outlive their replacement, and take no room of their own', async () => {
  const { folder, home, release } = await openHome()
  await using _ = folder
  const inside = await release('home/package', '1.0.0', 'a'.repeat(40))
  const version = await placeVersion(home, inside)
  assert.equal(version, join(home, 'versions/1.0.0'))
  const program = 'bin/program'
  const [linked, original] = [await stat(join(version, program)), await stat(join(inside, program))]
  assert.equal(linked.ino, original.ino)
  assert.equal(linked.mode & 0o777, 0o755)
  await rm(inside, { recursive: true })
  assert.match(await readFile(join(version, program), 'utf8'), /read line/)

  const outside = await release('elsewhere', '1.1.0', 'b'.repeat(40))
  const copied = await stat(join(await placeVersion(home, outside), program))
  assert.notEqual(copied.ino, (await stat(join(outside, program))).ino)
})

test('versions: another build of a version has a folder of its own, the same build none', async () => {
  const { folder, home, release } = await openHome()
  await using _ = folder
  const one = await placeVersion(home, await release('one', '1.0.0', 'a'.repeat(40)))
  const same = await placeVersion(home, await release('same', '1.0.0', 'a'.repeat(40)))
  const other = await placeVersion(home, await release('other', '1.0.0', 'b'.repeat(40)))
  assert.equal(same, one)
  assert.equal(other, join(home, 'versions/1.0.0-bbbbbbbbbbbb'))
  assert.equal(homeOf(other), home)
  assert.equal(homeOf('/opt/checkout'), undefined)
  await assert.rejects(placeVersion(home, folder.path), /is not a release of Berth/)
})

test('versions: one that neither runs nor is gone back to is removed, once no process is of it', async () => {
  const { folder, home, release } = await openHome()
  await using _ = folder
  const placed: string[] = []
  for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0'])
    placed.push(await placeVersion(home, await release(version, version, version)))
  const [idle = '', inUse = '', former = '', newest = ''] = placed
  assert.equal(await currentVersion(home), undefined)
  await setCurrent(home, former)
  await setCurrent(home, newest)
  assert.equal(await currentVersion(home), newest)
  const program = spawn(join(inUse, 'bin/program'))
  try {
    await removeUnused(home, [former, newest])
  } finally {
    program.kill()
  }
  assert.deepEqual(placed.map(existsSync), [false, true, true, true])
  assert.equal(existsSync(idle), false)
  assert.equal(installedVersion(home, '1.2.0'), former)
  for (const name of ['1.0.0', '../home', '..', ''])
    assert.throws(() => installedVersion(home, name), /There is no/)
})
