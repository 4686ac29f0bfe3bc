import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { keepArchives, lendArchives, pinnedHashes } from './archives.ts'

let folder: string
let archives: string
let count = 0

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-archives-'))
  archives = join(folder, 'archives')
  await mkdir(archives)
})
afterEach(() => rm(folder, { recursive: true }))

/** A fresh installation cache. */
async function places() {
  const cache = join(folder, `cache-${count++}`)
  await mkdir(cache)
  return { archives, cache }
}

const sha512 = (content: string) => createHash('sha512').update(content)
const hash = sha512('the archive').digest('hex')
const placeIn = (cache: string) =>
  join(
    cache,
    ...['npm/_cacache/content-v2/sha512', hash.slice(0, 2), hash.slice(2, 4), hash.slice(4)],
  )

async function fetchInto(cache: string, content: string): Promise<void> {
  await mkdir(dirname(placeIn(cache)), { recursive: true })
  await writeFile(placeIn(cache), content)
}

test('archive cache: finds each complete hash of a lock file once', () => {
  const pin = `sha512-${sha512('the archive').digest('base64')}`
  const text = JSON.stringify({ one: pin, other: pin, old: 'sha1-AAAA', half: pin.slice(0, 50) })
  assert.deepEqual(pinnedHashes(new Map([['package-lock.json', Buffer.from(text)]])), [hash])
})

test('archive cache: an archive fetched by one installation is shared read-only with the next', async () => {
  const one = await places()
  await fetchInto(one.cache, 'the archive')
  await keepArchives(one, [hash])
  assert.deepEqual(readdirSync(archives), [hash])

  const other = await places()
  await lendArchives(other, [hash, sha512('unknown').digest('hex')])
  const lent = placeIn(other.cache)
  assert.equal(readFileSync(lent, 'utf8'), 'the archive')
  const { uid, mode } = statSync(lent)
  assert.deepEqual([uid, mode & 0o777], [process.getuid?.(), 0o444])
  await keepArchives(other, [hash])
  assert.equal(readFileSync(join(archives, hash), 'utf8'), 'the archive')
})

test('archive cache: rejects a file whose hash does not match, and anything behind a symbolic link', async () => {
  const one = await places()
  await fetchInto(one.cache, 'something else')
  await keepArchives(one, [hash])
  assert.deepEqual(readdirSync(archives), [])

  const outside = join(folder, 'outside')
  writeFileSync(outside, 'the archive')
  const linked = await places()
  await mkdir(dirname(placeIn(linked.cache)), { recursive: true })
  await symlink(outside, placeIn(linked.cache))
  await keepArchives(linked, [hash])
  const elsewhere = await places()
  await fetchInto(elsewhere.cache, 'the archive')
  const through = await places()
  await symlink(join(elsewhere.cache, 'npm'), join(through.cache, 'npm'))
  await keepArchives(through, [hash])
  assert.deepEqual(readdirSync(archives), [])
  assert.equal(readFileSync(outside, 'utf8'), 'the archive')
  assert.equal(readFileSync(placeIn(elsewhere.cache), 'utf8'), 'the archive')
})
