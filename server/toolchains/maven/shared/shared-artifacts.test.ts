import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openSharedArtifacts, type SharedLimits } from './shared-artifacts.ts'

/** A repository with these files; each has a checksum unless it is given. */
const files: Record<string, string> = {
  'org/a/1/a-1.jar': 'the jar of a',
  'org/a/1/a-1.pom': '<project/>',
  'org/b/1/b-1.jar': 'b'.repeat(5000),
  'org/c/1/c-1.jar': 'damaged on the way',
  'org/c/1/c-1.jar.sha1': 'f'.repeat(40),
  'org/d/javax.xml': '<html>the list of a folder</html>',
  'org/d/javax.xml.sha1': 'none',
}
/** Paths of answers without Content-Length. */
const unsized = new Set<string>()
const many = (name: string) =>
  Array.from({ length: 40 }, (_, at) => `org/${name}/${at}/${name}-${at}.jar`).concat(
    'org/a/1/a-1.jar',
  )
const asked: string[] = []
let server: Server
let repository: string
let prefix: string

before(async () => {
  server = createServer((request, response) => {
    const path = (request.url ?? '').slice(1)
    asked.push(path)
    const whole = files[path.replace(/\.sha1$/, '')]
    const sum = whole && createHash('sha1').update(whole).digest('hex')
    const content = files[path] ?? (path.endsWith('.sha1') ? sum : undefined)
    if (content === undefined) response.statusCode = 404
    if (unsized.has(path)) response.write(content?.slice(0, 600))
    response.end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  repository = `http://127.0.0.1:${port}/`
  prefix = `http/127.0.0.1%3A${port}/`
})
after(() => server.close())

async function open(limits: Partial<SharedLimits> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'berth-artifacts-'))
  const said: string[] = []
  const repositories = async () => [repository]
  const log = (line: string) => void said.push(line)
  const shared = await openSharedArtifacts({ folder, repositories, log, limits })
  assert.ok(shared)
  const add = async (...paths: string[]) => {
    shared.add(
      paths.map((path) => `${prefix}${path}`),
      'app_1',
    )
    await shared.settle()
  }
  return {
    folder,
    said,
    shared,
    add,
    read: (path: string) => readFile(join(folder, prefix, path), 'utf8').catch(() => undefined),
    async [Symbol.asyncDispose]() {
      await shared[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

test('shared artifacts: what a build has used comes from the repository, read-only and with its checksum', async () => {
  await using setup = await open()
  await setup.add('org/a/1/a-1.jar', 'org/a/1/a-1.pom')
  assert.equal(await setup.read('org/a/1/a-1.jar'), 'the jar of a')
  const sum = createHash('sha1').update('the jar of a').digest('hex')
  assert.equal(await setup.read('org/a/1/a-1.jar.sha1'), sum)
  const computed = await readFile(join(setup.folder, prefix, 'org/a/1/.a-1.jar__sha1.computed'))
  assert.equal(computed.toString('hex'), sum)
  const { mode } = await stat(join(setup.folder, prefix, 'org/a/1/a-1.jar'))
  assert.equal(mode & 0o777, 0o444)
  assert.deepEqual(setup.said, [])
})

test('shared artifacts: what is there already is not asked for again', async () => {
  await using setup = await open()
  await setup.add('org/a/1/a-1.jar')
  asked.length = 0
  await setup.add('org/a/1/a-1.jar')
  assert.deepEqual(asked, [])
})

test('shared artifacts: names that are no artifacts of the repository lead to no request', async () => {
  await using setup = await open()
  asked.length = 0
  const outside = [`${prefix}../secret/1/a.jar`, 'https/other.example.org/org/a/1/a-1.jar']
  setup.shared.add(outside, 'app_2')
  await setup.add('org/../../a-1.jar', 'org/a/1/.hidden.jar', '//other.example.org/1/a.jar')
  assert.deepEqual(asked, [])
})

test('shared artifacts: an artifact that the repository does not have, or that does not match its checksum, is left out', async () => {
  await using setup = await open()
  await setup.add('org/none/1/none-1.jar', 'org/c/1/c-1.jar')
  assert.equal(await setup.read('org/c/1/c-1.jar'), undefined)
  assert.match(setup.said.join(), /c-1\.jar does not have the SHA-1/)
  const left = await readdir(setup.folder, { recursive: true })
  assert.deepEqual(left, [])
})

test('shared artifacts: a file above the limit is left out, with nothing of it on the disk', async () => {
  await using setup = await open({ fileBytes: 1000 })
  await setup.add('org/b/1/b-1.jar', 'org/a/1/a-1.jar')
  assert.equal(await setup.read('org/b/1/b-1.jar'), undefined)
  assert.equal(await setup.read('org/a/1/a-1.jar'), 'the jar of a')
  assert.ok(!(await readdir(setup.folder)).some((name) => name.startsWith('.new-')))
})

test('shared artifacts: the oldest go when there are too many bytes or files', async () => {
  await using setup = await open({ keptBytes: 5000 })
  await setup.add('org/a/1/a-1.jar')
  await utimes(join(setup.folder, prefix, 'org/a/1/a-1.jar'), 1, 1)
  await setup.add('org/b/1/b-1.jar')
  assert.equal(await setup.read('org/a/1/a-1.jar'), undefined)
  assert.equal(await setup.read('org/a/1/a-1.jar.sha1'), undefined)
  assert.equal(await setup.read('org/a/1/.a-1.jar__sha1.computed'), undefined)
  assert.equal((await setup.read('org/b/1/b-1.jar'))?.length, 5000)
})

test('shared artifacts: none is removed while a build that may have linked it runs, and only what fits is added', async () => {
  await using setup = await open({ keptBytes: 5000 })
  await setup.add('org/a/1/a-1.jar')
  await utimes(join(setup.folder, prefix, 'org/a/1/a-1.jar'), 1, 1)
  const build = setup.shared.lease()
  await setup.add('org/b/1/b-1.jar')
  assert.equal(await setup.read('org/a/1/a-1.jar'), 'the jar of a')
  asked.length = 0
  await setup.add('org/a/1/a-1.pom')
  assert.deepEqual(asked, [])
  build[Symbol.dispose]()
  await setup.add('org/a/1/a-1.pom')
  assert.equal(await setup.read('org/a/1/a-1.jar'), undefined)
})

test('shared artifacts: what has no checksum is not shared, such as the page of a folder in the place of the folder', async () => {
  await using setup = await open()
  await setup.add('org/d/javax.xml')
  assert.equal(await setup.read('org/d/javax.xml'), undefined)
})

test('shared artifacts: bytes of artifacts that are too large count as well', async () => {
  await using setup = await open({ fileBytes: 1000, bytes: 100 })
  unsized.add('org/b/1/b-1.jar')
  try {
    await setup.add('org/b/1/b-1.jar', ...many('b'))
    assert.equal(await setup.read('org/a/1/a-1.jar'), undefined)
  } finally {
    unsized.clear()
  }
})

test('shared artifacts: an addition ends after many names that the repository does not have', async () => {
  await using setup = await open({ misses: 3 })
  asked.length = 0
  await setup.add(...many('none'))
  assert.ok(asked.length < 20, `${asked.length} requests`)
})

test('shared artifacts: an application has one addition at a time', async () => {
  await using setup = await open()
  setup.shared.add([`${prefix}org/a/1/a-1.jar`], 'app_1')
  setup.shared.add([`${prefix}org/a/1/a-1.pom`], 'app_1')
  setup.shared.add([`${prefix}org/b/1/b-1.jar`], 'app_2')
  await setup.shared.settle()
  assert.equal(await setup.read('org/a/1/a-1.pom'), undefined)
  assert.equal((await setup.read('org/b/1/b-1.jar'))?.length, 5000)
})

test('shared artifacts: downloads that a crash has left are removed', async () => {
  await using setup = await open()
  const left = join(setup.folder, '.new-left')
  await writeFile(left, '')
  await utimes(left, 1, 1)
  await openSharedArtifacts({ folder: setup.folder, repositories: async () => [], log: () => {} })
  assert.deepEqual(await readdir(setup.folder), [])
})

test('shared artifacts: one addition brings a limited number of files', async () => {
  await using setup = await open({ files: 1 })
  await setup.add('org/a/1/a-1.pom', 'org/a/1/a-1.jar')
  assert.equal(await setup.read('org/a/1/a-1.jar'), undefined)
})
