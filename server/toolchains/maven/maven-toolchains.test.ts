import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { run, runOrThrow } from '#kit/process/subprocess.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { type FileServer, serveFolder } from '#tests/support/servers/file-server.ts'
import type { ToolFile } from '#toolchains/catalogue/catalogue.ts'
import { createMavenToolchains } from './maven-toolchains.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
let folder: string
let server: FileServer

/** The tool `greet`: a jar, an archive, and a launcher. Its version 2 has a file with another hash, 3 one that is missing. */
const jar: ToolFile = { path: 'a.jar', sha256: hashOf('a jar'), to: 'lib/a.jar' }
const zip: ToolFile = {
  path: 'b.zip',
  sha256: hashOf('a zip'),
  unpack: 'modules',
  only: ['x', 'y/z'],
}
const versions: Record<string, ToolFile[]> = {
  '1': [jar, zip],
  '2': [zip, { ...jar, sha256: hashOf('another jar') }],
  '3': [jar, { ...jar, path: 'missing.jar' }],
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-maven-tools-'))
  const write = async (path: string, text: string) => {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text)
    await chmod(join(folder, path), 0o755)
  }
  await write('repository/a.jar', 'a jar')
  await write('repository/b.zip', 'a zip')
  await write('greet.sh', '#!/bin/sh\necho hello\n')
  // Notes what it was asked for instead of unpacking.
  await write('java/bin/jar', '#!/bin/sh\nprintf "%s " "$1" "$2" "$4" "$5" > unpacked\n')
  server = await serveFolder(join(folder, 'repository'))
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await runOrThrow(['chmod', '--recursive', 'u+w', '--', folder])
  await rm(folder, { recursive: true })
})

const open = (name: string) =>
  createMavenToolchains({
    folder: join(folder, name),
    address: async () => server.address,
    java: async () => join(folder, 'java'),
    firstWait: 1,
    tools: {
      greet: {
        title: 'Greet',
        launcher: join(folder, 'greet.sh'),
        files: (version) => versions[version],
      },
    },
  })

test('Maven toolchains: a tool is made of its files and its launcher', async () => {
  const place = await open('good')({ name: 'greet', version: '1' })
  assert.equal((await run([join(place, 'bin/greet')])).stdout, 'hello\n')
  assert.equal(await readFile(join(place, 'lib/a.jar'), 'utf8'), 'a jar')
  assert.equal(await readFile(join(place, 'modules/unpacked'), 'utf8'), '--extract --file x y/z ')
})

for (const [version, reason] of [
  ['2', 'a.jar does not have the known hash'],
  ['3', 'the Maven repository has no missing.jar'],
  ['4', 'no such version is known'],
] as const) {
  test(`Maven toolchains: version ${version} fails because ${reason}, and leaves nothing`, async () => {
    const name = `bad-${version}`
    const failed = await open(name)({ name: 'greet', version }).catch((error: unknown) => error)
    assert.ok(failed instanceof Failure)
    assert.equal(failed.message, `Greet ${version} could not be fetched: ${reason}.`)
    assert.match(failed.advice.join(), /BERTH_MAVEN_REPOSITORY/)
    assert.deepEqual(await readdir(join(folder, name)), ['.incoming'])
    assert.deepEqual(await readdir(join(folder, name, '.incoming')), [])
  })
}
