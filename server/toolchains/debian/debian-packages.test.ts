import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  type DebianRepository,
  openDebianRepository,
} from '#tests/support/servers/debian-repository.ts'
import { NotOfferedError } from '#toolchains/fetch-attempt.ts'
import { type DebianPackages, unpackDebianPackages } from './debian-packages.ts'

let repository: DebianRepository

before(async () => {
  repository = await openDebianRepository('sid', {
    one: { 'usr/share/one': 'first' },
    two: { 'usr/share/two': 'second' },
    three: { 'usr/share/three': 'third' },
  })
  await repository.spoil('three')
})
after(() => repository[Symbol.asyncDispose]())

/** Unpacks into a folder of its own and returns a file of it, or the error. */
async function unpack(file: string, options: Partial<DebianPackages>): Promise<unknown> {
  const temporary = await mkdtemp(join(tmpdir(), 'berth-apt-'))
  const root = join(temporary, 'root')
  const signal = AbortSignal.timeout(60_000)
  const usual = {
    suite: 'sid',
    mirrors: { main: repository.mirror },
    names: [],
    temporary,
    root,
    signal,
  }
  try {
    await unpackDebianPackages({ ...usual, ...options })
    return await readFile(join(root, file), 'utf8')
  } catch (error) {
    return error
  } finally {
    await rm(temporary, { recursive: true })
  }
}

/** The message, which owners of applications read: neither addresses nor folders of the operator are in it. */
function messageOf(error: unknown): string {
  assert.ok(error instanceof Error, String(error))
  assert.doesNotMatch(error.message, /127\.0\.0\.1|\/tmp|apt-get/)
  return error.message
}

test('Debian packages: are unpacked side by side without being installed', async () => {
  assert.equal(await unpack('usr/share/one', { names: ['one', 'two'] }), 'first')
  assert.equal(await unpack('usr/share/two', { names: ['one', 'two'] }), 'second')
})

test('Debian packages: one with another hash than the index names is refused', async () => {
  const error = await unpack('usr/share/three', { names: ['three'] })
  assert.match(messageOf(error), /gives other files than its index names/)
})

test('Debian packages: a suite that nobody has signed is refused', async () => {
  const error = await unpack('usr/share/one', {
    names: ['one'],
    mirrors: { main: repository.strictMirror },
  })
  assert.match(messageOf(error), /no key that this machine trusts has signed the suite sid/)
})

test('Debian packages: a package or a suite that is not there is named', async () => {
  const missing = await unpack('', { names: ['one', 'four'] })
  assert.ok(missing instanceof NotOfferedError)
  assert.match(messageOf(missing), /the suite sid of Debian has no package four/)
  const suite = await unpack('', { names: ['one'], suite: 'buzz' })
  assert.match(messageOf(suite), /did not give the packages of its suite buzz/)
})

test('Debian packages: a mirror that does not answer fails with a sentence', async () => {
  const gone = await openDebianRepository('sid', {})
  await gone[Symbol.asyncDispose]()
  const error = await unpack('', { names: ['one'], mirrors: { main: gone.mirror } })
  assert.match(messageOf(error), /did not give the packages of its suite sid/)
})
