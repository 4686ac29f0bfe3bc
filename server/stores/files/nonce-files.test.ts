import assert from 'node:assert/strict'
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { createNonces } from '#platform/identity/access/oauth1/create-nonces.ts'
import type { Nonces } from '#platform/model/identity/access/nonces.ts'
import { type NonceFiles, openNonceFiles } from './nonce-files.ts'

const noon = 1_800_000_000

let folder: string
let now: number
let files: NonceFiles
let nonces: Nonces

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'berth-nonces-'))
  now = noon
  begin()
})
afterEach(() => {
  files.close()
  rmSync(folder, { recursive: true })
})

function begin(): void {
  files = openNonceFiles(folder, () => 1e6)
  nonces = createNonces(() => now * 1000, files)
}

/** Restart as after `kill -9`: nothing more is written, and the next process reads the files. */
function restart(): void {
  files.close()
  begin()
}

const accept = (nonce: string, timestamp = now) => nonces.accept('owner', nonce, timestamp)
/** Sends the same thousands of nonces and returns how many were accepted. */
async function countFresh(thousands: number): Promise<number> {
  const each = Array.from({ length: 1000 })
  let count = 0
  for (let thousand = 0; thousand < thousands; thousand++) {
    const answers = await Promise.all(each.map((_, number) => accept(`${thousand} ${number}`)))
    count += answers.filter((isAccepted) => isAccepted).length
  }
  return count
}
const fileNames = () => readdirSync(folder).map((name) => join(folder, name))
/** The only file that has been written. */
const written = () => fileNames().find((name) => readFileSync(name)[0] !== 0) ?? assert.fail()

test('nonce files: a nonce of the current or previous window is refused after a restart', async () => {
  assert.equal(await accept('a', now - 300), true)
  assert.equal(await accept('b'), true)
  assert.equal(await accept('c', now + 300), true)
  restart()
  assert.equal(await accept('a', now - 300), false)
  assert.equal(await accept('b'), false)
  assert.equal(await accept('c', now + 300), false)
  assert.equal(await accept('d'), true)
  restart()
  for (const nonce of ['b', 'd']) assert.equal(await accept(nonce), false, nonce)
})

test('nonce files: 300,000 nonces are all refused after a restart, with a bounded file size', async () => {
  assert.equal(await countFresh(300), 300_000)
  restart()
  assert.equal(await countFresh(300), 0)
  assert.equal(statSync(written()).size, 64 + 300_000 * 8)
})

test('nonce files: files are overwritten in rotation and shrink after a busy window', async () => {
  for (let index = 0; index < 12; index++) {
    now = noon + index * 150
    await countFresh(10)
  }
  assert.equal(fileNames().length, 4)
  now += 10_000
  for (let index = 0; index < 8; index++) {
    now += 150
    assert.equal(await accept('a'), true)
  }
  for (const name of fileNames()) assert.equal(statSync(name).size, 64 * 1024)
})

test('nonce files: a partially written last key does not affect the others', async () => {
  for (const nonce of ['a', 'b', 'c']) await accept(nonce)
  const file = written()
  for (const cut of [5, 3]) {
    truncateSync(file, 64 + 2 * 8 + cut)
    restart()
    for (const nonce of ['a', 'b']) assert.equal(await accept(nonce), false, nonce)
    assert.equal(await accept(`after ${cut}`), true)
    restart()
    for (const nonce of ['a', 'b']) assert.equal(await accept(nonce), false, nonce)
  }
})

test('nonce files: files with a corrupt header are reinitialised', async () => {
  for (const content of [
    '',
    'window',
    `window ${'9'.repeat(15)} ${'a'.repeat(32)}\n`,
    '\xff'.repeat(99),
  ]) {
    for (const name of fileNames()) writeFileSync(name, content)
    restart()
    assert.equal(await accept('a'), true)
    assert.equal(await accept('a'), false)
    restart()
    assert.equal(await accept('a'), false)
  }
})

test('nonce files: a restart with the clock set back still refuses dropped windows', async () => {
  await accept('a')
  now += 900
  await accept('b')
  now -= 800
  restart()
  assert.equal(await accept('a', noon), false)
})

test('nonce files: are readable by the owner only, and contain neither nonce nor owner', async () => {
  await nonces.accept('a-visible-owner', 'a-visible-nonce', now)
  for (const name of fileNames()) {
    assert.equal(statSync(name).mode & 0o777, 0o600)
    assert.equal(readFileSync(name).includes('visible'), false)
  }
})

test('nonce files: in any order of events each nonce is accepted once', async () => {
  let state = 11
  const random = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state >>> 8) % below
  }
  const seen = new Set<string>()
  for (let index = 0; index < 20_000; index++) {
    if (random(20) === 0) now += random(200)
    if (random(300) === 0) restart()
    const timestamp = now - 320 + random(640)
    const nonce = `${random(3)}`
    const name = `${timestamp} ${nonce}`
    const isFresh = Math.abs(now - timestamp) <= 300 && !seen.has(name)
    assert.equal(await accept(nonce, timestamp), isFresh, name)
    if (isFresh) seen.add(name)
  }
})
