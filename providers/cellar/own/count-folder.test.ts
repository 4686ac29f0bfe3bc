import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { countFolder } from './count-folder.ts'

const endless = { bytes: Number.POSITIVE_INFINITY, objects: Number.POSITIVE_INFINITY }

async function openFolder(t: { after(end: () => Promise<void>): void }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-count-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('size of a bucket: all files below its folder count, with names that are no text, and no link is followed', async (t) => {
  const folder = await openFolder(t)
  await mkdir(join(folder, 'a/b'), { recursive: true })
  await writeFile(join(folder, 'a/b/one'), 'x'.repeat(100))
  await writeFile(join(folder, 'two'), 'x'.repeat(10))
  const odd = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff, 0xfe])])
  await writeFile(odd, 'x'.repeat(1000))
  await symlink('/usr', join(folder, 'link'))
  const { bytes, objects } = await countFolder(folder, endless)
  assert.equal(objects, 4)
  assert.equal(bytes, 1110 + '/usr'.length)
  assert.deepEqual(await countFolder(join(folder, 'none'), endless), { bytes: 0, objects: 0 })
})

test('size of a bucket: folders count where there are more of them than files', async (t) => {
  const folder = await openFolder(t)
  await mkdir(join(folder, 'a/b/c/d'), { recursive: true })
  await writeFile(join(folder, 'a/b/c/d/one'), '1')
  assert.deepEqual(await countFolder(folder, endless), { bytes: 1, objects: 4 })
})

test('size of a bucket: counting ends with what is too much', async (t) => {
  const folder = await openFolder(t)
  for (let at = 0; at < 20; at += 1) await writeFile(join(folder, `${at}`), 'x')
  assert.equal((await countFolder(folder, { bytes: 5, objects: 100 })).bytes, 6)
  assert.equal((await countFolder(folder, { bytes: 100, objects: 5 })).objects, 6)
})
