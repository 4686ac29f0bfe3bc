import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import {
  InvalidKeyError,
  ObjectDamagedError,
  type ObjectInfo,
  type ObjectStore,
} from '#platform/model/object-store.ts'

/** What the tests need of a member. */
export interface ObjectStoreUnderTest extends AsyncDisposable {
  store: ObjectStore
  /** What interrupted writes have left in the store. */
  countAbandoned(): Promise<number>
}

const megabyte = 1024 * 1024
const largeBytes = 20 * megabyte + 17

/** Every object store passes these tests. */
export function objectStoreContract(name: string, open: () => Promise<ObjectStoreUnderTest>): void {
  let opened: ObjectStoreUnderTest
  let store: ObjectStore
  before(async () => {
    opened = await open()
    store = opened.store
  })
  after(() => opened[Symbol.asyncDispose]())

  test(`${name}: an object is put, read, looked at, replaced and removed`, async () => {
    const first = await store.put('notes/a.txt', pieces('first'))
    assert.deepEqual(first, { bytes: 5, sha256: sha256('first') })
    assert.equal(await read(store, 'notes/a.txt'), 'first')
    const info = await store.stat('notes/a.txt')
    assert.deepEqual([info?.key, info?.bytes], ['notes/a.txt', 5])
    assert.ok(Math.abs((info?.modifiedAt ?? 0) - Date.now()) < 3_600_000)
    await store.put('notes/a.txt', pieces('sec', 'ond'), { bytes: 6 })
    assert.equal(await read(store, 'notes/a.txt'), 'second')
    await store.remove('notes/a.txt')
    await store.remove('notes/a.txt')
    assert.equal(await store.get('notes/a.txt'), undefined)
    assert.equal(await store.stat('notes/a.txt'), undefined)
  })

  test(`${name}: an empty object is an object`, async () => {
    const digest = await store.put('empty', pieces())
    assert.deepEqual(digest, { bytes: 0, sha256: sha256('') })
    assert.equal(await read(store, 'empty'), '')
    assert.equal((await store.stat('empty'))?.bytes, 0)
  })

  test(`${name}: a content of 20 MB passes whole, in bounded memory`, async () => {
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    const watched = async function* () {
      for await (const piece of large()) {
        most = Math.max(most, process.memoryUsage().arrayBuffers - before)
        yield piece
      }
    }
    const written = await store.put('large', watched(), { bytes: largeBytes })
    const expected = createHash('sha256')
    for await (const piece of large()) expected.update(piece)
    assert.deepEqual(written, { bytes: largeBytes, sha256: expected.digest('hex') })
    const found = await store.get('large', written)
    let bytes = 0
    for await (const piece of found?.content ?? []) bytes += piece.length
    assert.equal(bytes, largeBytes)
    assert.ok(most < 64 * megabyte, `${most} bytes were in memory`)
  })

  test(`${name}: a content that breaks off leaves the old object and nothing else`, async () => {
    await store.put('kept', pieces('whole'))
    const breaks = async function* (bytes: number) {
      for (let sent = 0; sent < bytes; sent += megabyte) yield Buffer.alloc(megabyte)
      throw new Error('the sender has gone')
    }
    for (const bytes of [megabyte, 18 * megabyte]) {
      await assert.rejects(store.put('kept', breaks(bytes)), /the sender has gone/)
      await assert.rejects(store.put('never', breaks(bytes)), /the sender has gone/)
    }
    await assert.rejects(store.put('kept', pieces('short'), { bytes: 6 }), ObjectDamagedError)
    await assert.rejects(store.put('kept', pieces('long'), { bytes: 3 }), ObjectDamagedError)
    assert.equal(await read(store, 'kept'), 'whole')
    assert.equal(await store.stat('never'), undefined)
    assert.equal(await opened.countAbandoned(), 0)
  })

  test(`${name}: whoever reads is told when the object is not the expected one`, async () => {
    await store.put('other', pieces('content'))
    const wrong = { bytes: 7, sha256: sha256('another') }
    const found = await store.get('other', wrong)
    await assert.rejects(textOf(found?.content ?? []), /'other' is damaged: its checksum/)
    const shorter = await store.get('other', { bytes: 5, sha256: sha256('content') })
    await assert.rejects(textOf(shorter?.content ?? []), /has 7 bytes instead of 5/)
  })

  test(`${name}: of several writers of one key one wins, whole`, async () => {
    const contents = Array.from({ length: 8 }, (_, index) => `${index}`.repeat(100_000))
    await Promise.all(contents.map((content) => store.put('contended', pieces(content))))
    assert.ok(contents.includes(await read(store, 'contended')))
  })

  test(`${name}: keys that leave the store or mean something to a system are refused`, async () => {
    const hostile = [
      ...['', '/', '/etc/passwd', '..', 'a/../../b', 'a/./b', 'a//b', 'a/', '.hidden', 'a/.new-b'],
      ...['a\0b', 'a\nb', 'a\\b', 'a b', 'ü', 'a?b', 'a#b', 'a%2fb', 'x'.repeat(201)],
      Array(9).fill('deep').join('/'),
    ]
    for (const key of hostile) {
      await assert.rejects(store.put(key, pieces('x')), InvalidKeyError, key)
      await assert.rejects(async () => store.get(key), InvalidKeyError, key)
      await assert.rejects(async () => store.stat(key), InvalidKeyError, key)
      await assert.rejects(async () => store.remove(key), InvalidKeyError, key)
    }
    for (const folder of ['a', '/', '../', 'a/../']) {
      await assert.rejects(all(store.list(folder)), InvalidKeyError, folder)
    }
  })

  test(`${name}: a list has every object of its folder, also when there are more than 1,000`, async () => {
    const keys = Array.from({ length: 1105 }, (_, index) => `many/n${index}`)
    for (let next = 0; next < keys.length; next += 50) {
      await Promise.all(keys.slice(next, next + 50).map((key) => store.put(key, pieces(key))))
    }
    await store.put('many-others', pieces('beside'))
    await store.put('many/below/one', pieces('below'))
    const listed = await all(store.list('many/'))
    assert.deepEqual(listed.map(({ key }) => key).sort(), keys.toSorted())
    assert.ok(listed.every(({ key, bytes }) => bytes === key.length))
    assert.equal((await all(store.list('many/below/'))).length, 1)
    assert.deepEqual(await all(store.list('none/')), [])
    assert.ok((await all(store.list(''))).some(({ key }) => key === 'many-others'))
  })

  test(`${name}: what is being written stays while what was abandoned goes`, async () => {
    await store.put('kept', pieces('whole'))
    const goOn = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const slow = async function* () {
      yield Buffer.alloc(9 * megabyte)
      yield Buffer.alloc(9 * megabyte)
      begun.resolve()
      await goOn.promise
      yield Buffer.from('end')
    }
    const writing = store.put('slow', slow())
    await begun.promise
    assert.equal(await store.stat('slow'), undefined)
    await store.removeAbandoned(Date.now() - 3_600_000)
    goOn.resolve()
    assert.equal((await writing).bytes, 18 * megabyte + 3)
    assert.equal((await store.stat('slow'))?.bytes, 18 * megabyte + 3)
    assert.equal(await read(store, 'kept'), 'whole')
  })
}

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

/** Pieces whose size is no part of that of the parts of an upload. */
async function* large(): AsyncGenerator<Uint8Array> {
  const piece = Buffer.alloc(70_001)
  for (let sent = 0, number = 0; sent < largeBytes; sent += piece.length, number += 1) {
    piece.fill(number % 251)
    yield Buffer.from(piece.subarray(0, Math.min(piece.length, largeBytes - sent)))
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

async function read(store: ObjectStore, key: string): Promise<string> {
  const found = await store.get(key)
  assert.ok(found, `there is no ${key}`)
  return textOf(found.content)
}

async function textOf(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

async function all(objects: AsyncIterable<ObjectInfo>): Promise<ObjectInfo[]> {
  const found: ObjectInfo[] = []
  for await (const each of objects) found.push(each)
  return found
}
