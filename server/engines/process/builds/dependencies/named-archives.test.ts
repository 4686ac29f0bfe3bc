import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { pinnedHashes } from './archives.ts'
import { keepNamed, lendNamed } from './named-archives.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-named-'))
})
afterEach(() => rm(folder, { recursive: true }))

const sha512 = (content: string) => createHash('sha512').update(content).digest('hex')
const namesIn = (path: string) => readdirSync(path, { recursive: true, encoding: 'utf8' }).sort()

/** An installation cache with these files. */
async function cacheWith(name: string, files: Record<string, string>) {
  const cache = join(folder, name)
  await mkdir(cache)
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(cache, path, '..'), { recursive: true })
    await writeFile(join(cache, path), content)
  }
  return { own: join(folder, 'own'), cache }
}

test('Yarn archives: hashes are found in both kinds of lock file', () => {
  const lock = `checksum: 10c0/${sha512('one')}\nintegrity sha512-${Buffer.from(sha512('two'), 'hex').toString('base64')}\n`
  const found = pinnedHashes(new Map([['yarn.lock', Buffer.from(lock)]]))
  assert.deepEqual(found.sort(), [sha512('one'), sha512('two')].sort())
})

test('Yarn archives: only files whose hash is in the lock file are kept and shared', async () => {
  const one = await cacheWith('one', {
    'yarn-global/cache/one-npm-1.0.0-0123456789-10c0.zip': 'one',
    'yarn-global/cache/evil-npm-1.0.0-0123456789-10c0.zip': 'evil',
    'yarn-global/cache/one.txt': 'one',
    'yarn-global/metadata/npm/one.json': 'one',
    'yarn-archives/@scope-two-2.0.0.tgz': 'two',
    'yarn-archives/.hidden.tgz': 'two',
  })
  await keepNamed(one, [sha512('one'), sha512('two')])
  const other = await cacheWith('other', {})
  await lendNamed(other, [sha512('one'), sha512('two'), sha512('absent')])
  const lent = namesIn(other.cache).filter((name) => lstatSync(join(other.cache, name)).isFile())
  assert.deepEqual(lent, [
    'yarn-archives/@scope-two-2.0.0.tgz',
    'yarn-global/cache/one-npm-1.0.0-0123456789-10c0.zip',
  ])
  for (const name of lent) assert.equal(lstatSync(join(other.cache, name)).mode & 0o777, 0o444)
  assert.equal(readFileSync(join(other.cache, lent[0] ?? ''), 'utf8'), 'two')
})

test('Yarn archives: files that the next lock file does not name are removed', async () => {
  const one = await cacheWith('one', { 'yarn-archives/one-1.tgz': 'one' })
  await keepNamed(one, [sha512('one')])
  const two = await cacheWith('two', { 'yarn-archives/two-1.tgz': 'two' })
  await keepNamed(two, [sha512('two')])
  assert.deepEqual(readdirSync(one.own), [sha512('two')])
})

test('Yarn archives: symbolic links are not followed', async () => {
  const elsewhere = await cacheWith('elsewhere', { 'yarn-archives/one-1.tgz': 'one' })
  const through = await cacheWith('through', {})
  await symlink(join(elsewhere.cache, 'yarn-archives'), join(through.cache, 'yarn-archives'))
  await keepNamed(through, [sha512('one')])
  assert.deepEqual(readdirSync(through.own), [])
})
