import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type FileServer, serve } from '#tests/support/servers/file-server.ts'
import { NotOfferedError } from '#toolchains/fetch-attempt.ts'
import { askIvyForCentral, downloadMavenFile } from './maven-repository.ts'

const text = 'a jar'
const sha256 = createHash('sha256').update(text).digest('hex')
let server: FileServer
let folder: string

const answers: Record<string, (response: ServerResponse) => void> = {
  '/org/good/1/good-1.jar': (response) => response.end(text),
  '/broken.jar': (response) => void response.writeHead(503).end(),
  '/cut.jar': (response) => {
    response.writeHead(200, { 'content-length': 1000 }).write(text)
    setImmediate(() => response.destroy())
  },
  '/silent.jar': (response) => void response.writeHead(200).write(text),
  '/endless.jar': (response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    }
    response.on('drain', more)
    more()
  },
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-maven-'))
  server = await serve((request, response) => {
    const answer = answers[request.url ?? '']
    if (answer) answer(response)
    else response.writeHead(404).end()
  })
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const download = (path: string, more: { sha256?: string; signal?: AbortSignal } = {}) =>
  downloadMavenFile(
    {
      address: server.address,
      fetch,
      signal: more.signal ?? AbortSignal.timeout(60_000),
      maxBytes: 1024 * 1024,
    },
    { path, sha256: more.sha256 ?? sha256 },
    join(folder, 'deep/file.jar'),
  )

test('Maven repository: a file with the known hash is kept', async () => {
  await download('org/good/1/good-1.jar')
  assert.equal(await readFile(join(folder, 'deep/file.jar'), 'utf8'), text)
})

test('Maven repository: a file with another hash is refused', async () => {
  const other = download('org/good/1/good-1.jar', { sha256: '0'.repeat(64) })
  await assert.rejects(other, /good-1\.jar does not have the known hash/)
})

test('Maven repository: a missing file is not tried again, an error of the server may be', async () => {
  await assert.rejects(download('org/bad/1/bad-1.jar'), (error) => {
    assert.ok(error instanceof NotOfferedError)
    assert.equal(error.message, 'the Maven repository has no bad-1.jar')
    return true
  })
  await assert.rejects(download('broken.jar'), /^Error: the Maven repository answered 503$/)
})

test('Maven repository: a connection that is cut, and one that stays silent, are errors', async () => {
  await assert.rejects(download('cut.jar'))
  const signal = AbortSignal.timeout(50)
  await assert.rejects(download('silent.jar', { signal }), { name: 'TimeoutError' })
})

test('Maven repository: an endless file is not read to its end', async () => {
  await assert.rejects(download('endless.jar'), (error) => {
    assert.ok(error instanceof NotOfferedError)
    assert.equal(error.message, 'endless.jar is larger than 1 MB')
    return true
  })
})

test('Maven repository: the address of Maven Central is the one that Ivy has', async () => {
  const java = join(folder, 'java')
  const says = async (line: string) => {
    await mkdir(join(java, 'bin'), { recursive: true })
    await writeFile(join(java, 'bin/javap'), `#!/bin/sh\necho '${line}'\n`)
    await chmod(join(java, 'bin/javap'), 0o755)
  }
  await says('  public static final java.lang.String DEFAULT_M2_ROOT = "https://maven.test/m2";')
  assert.equal(await askIvyForCentral(folder, java), 'https://maven.test/m2/')
  await says('nothing')
  await assert.rejects(askIvyForCentral(folder, java), /does not say where/)
})
