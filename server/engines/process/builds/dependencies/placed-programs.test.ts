import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { namesItsPlace } from './placed-programs.ts'

const place = '/app_1/'
let folder: string
let elsewhere: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-programs-'))
  elsewhere = join(folder, 'elsewhere')
  await mkdir(elsewhere)
  await writeFile(join(elsewhere, 'tool'), `NODE_PATH=${place}node_modules`)
})
after(() => rm(folder, { recursive: true }))

test('relocatable trees: programs that contain their path are found', async () => {
  const tree = join(folder, 'honest')
  await mkdir(join(tree, '.bin'), { recursive: true })
  assert.equal(await namesItsPlace(tree, place), false)
  await writeFile(join(tree, '.bin/tool'), `NODE_PATH=${place}node_modules`)
  assert.equal(await namesItsPlace(tree, place), true)
  assert.equal(await namesItsPlace(join(folder, 'absent'), place), false)
})

test('relocatable trees: symbolic links are not followed, and special files are not read', async () => {
  const linked = join(folder, 'linked')
  await mkdir(linked)
  await symlink(elsewhere, join(linked, '.bin'))
  assert.equal(await namesItsPlace(linked, place), false)
  const odd = join(folder, 'odd')
  await mkdir(join(odd, '.bin/folder'), { recursive: true })
  await symlink(join(elsewhere, 'tool'), join(odd, '.bin/tool'))
  await runOrThrow(['mkfifo', join(odd, '.bin/fifo')])
  assert.equal(await namesItsPlace(odd, place), false)
})
