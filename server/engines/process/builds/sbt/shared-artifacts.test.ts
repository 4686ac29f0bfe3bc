import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { artifactPaths, coursierCache, shareCache } from './shared-artifacts.ts'

async function openCache() {
  const root = await mkdtemp(join(tmpdir(), 'berth-cache-'))
  const coursier = join(root, 'cache', coursierCache)
  return {
    cache: join(root, 'cache'),
    coursier,
    root,
    [Symbol.asyncDispose]: () => rm(root, { recursive: true }),
  }
}

test('artifact paths: files of the cache of Coursier are named, its own hidden ones are not', async () => {
  await using setup = await openCache()
  const folder = join(setup.coursier, 'https/h/org/a/1')
  await mkdir(folder, { recursive: true })
  for (const name of ['a-1.jar', '.a-1.jar.checked']) await writeFile(join(folder, name), '')
  assert.deepEqual(await artifactPaths(setup.cache), ['https/h/org/a/1/a-1.jar'])
})

test('artifact paths: a folder that is a symbolic link is not entered', async () => {
  await using setup = await openCache()
  await mkdir(join(setup.root, 'outside/1'), { recursive: true })
  await writeFile(join(setup.root, 'outside/1/a-1.jar'), '')
  await mkdir(setup.coursier, { recursive: true })
  await symlink(join(setup.root, 'outside'), join(setup.coursier, 'https'))
  assert.deepEqual(await artifactPaths(setup.cache), ['https'])
})

test('artifact paths: a cache that is itself a link, or absent, has none', async () => {
  await using setup = await openCache()
  assert.deepEqual(await artifactPaths(setup.cache), [])
  await mkdir(join(setup.root, 'outside/coursier/cache'), { recursive: true })
  await writeFile(join(setup.root, 'outside/coursier/cache/a-1.jar'), '')
  await mkdir(setup.cache)
  await symlink(join(setup.root, 'outside'), join(setup.cache, 'sbt'))
  assert.deepEqual(await artifactPaths(setup.cache), [])
})

test('artifact paths: the depth of a cache is limited', async () => {
  await using setup = await openCache()
  await mkdir(join(setup.coursier, 'd/'.repeat(60)), { recursive: true })
  await writeFile(join(setup.coursier, 'd/'.repeat(60), 'a-1.jar'), '')
  assert.deepEqual(await artifactPaths(setup.cache), [])
})

test('artifact paths: nothing is shared on a disk that is nearly full, and else what the cache names', async () => {
  await using setup = await openCache()
  await mkdir(setup.coursier, { recursive: true })
  await writeFile(join(setup.coursier, 'a-1.jar'), '')
  const added: [readonly string[], string][] = []
  const shared = {
    folder: setup.root,
    lease: () => ({ [Symbol.dispose]: () => {} }),
    add: (paths: readonly string[], applicationId: string) =>
      void added.push([paths, applicationId]),
  }
  const from = { cache: setup.cache, applicationId: 'app_1' }
  const full = { bytes: { total: 1000, free: 10 }, inodes: { total: 0, free: 0 } }
  await shareCache(shared, from, async () => full)
  assert.deepEqual(added, [])
  await shareCache(shared, from, async () => undefined)
  assert.deepEqual(added, [[['a-1.jar'], 'app_1']])
})
