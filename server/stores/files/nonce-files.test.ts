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
import { createNonces, type Nonces } from '#platform/access/oauth1/nonces.ts'
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

/** As after `kill -9`: nothing more is written, the next server reads what is there. */
function restart(): void {
  files.close()
  begin()
}

const accept = (nonce: string, timestamp = now) => nonces.accept('owner', nonce, timestamp)
/** Sends so many thousand nonces, always the same ones, and counts those that are accepted. */
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
/** The one file that has been written to. */
const written = () => fileNames().find((name) => readFileSync(name)[0] !== 0) ?? assert.fail()

test('a nonce is refused by the next server, and so is one of the window before', async () => {
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

test('300,000 nonces are all refused by the next server, in a file of bounded size', async () => {
  assert.equal(await countFresh(300), 300_000)
  restart()
  assert.equal(await countFresh(300), 0)
  assert.equal(statSync(written()).size, 64 + 300_000 * 8)
})

test('files are written over in turn and give back what a busy window took', async () => {
  for (let turn = 0; turn < 12; turn++) {
    now = noon + turn * 150
    await countFresh(10)
  }
  assert.equal(fileNames().length, 4)
  now += 10_000
  for (let turn = 0; turn < 8; turn++) {
    now += 150
    assert.equal(await accept('a'), true)
  }
  for (const name of fileNames()) assert.equal(statSync(name).size, 64 * 1024)
})

test('a last key that was written in part is passed over', async () => {
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

test('files that are damaged from the begin are begun anew', async () => {
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

test('a server that begins with its clock set back remembers what it has forgotten', async () => {
  await accept('a')
  now += 900
  await accept('b')
  now -= 800
  restart()
  assert.equal(await accept('a', noon), false)
})

test('files are readable by nobody else, and hold neither nonce nor owner', async () => {
  await nonces.accept('a-visible-owner', 'a-visible-nonce', now)
  for (const name of fileNames()) {
    assert.equal(statSync(name).mode & 0o777, 0o600)
    assert.equal(readFileSync(name).includes('visible'), false)
  }
})

test('whatever happens in whatever order, each nonce is accepted once', async () => {
  let state = 11
  const random = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state >>> 8) % below
  }
  const seen = new Set<string>()
  for (let turn = 0; turn < 20_000; turn++) {
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
