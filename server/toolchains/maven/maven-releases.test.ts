import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { type FileServer, serveFolder } from '#tests/support/servers/file-server.ts'
import type { ToolCatalogue, ToolEntry, ToolFile } from '#toolchains/catalogue/catalogue.ts'
import { openKeptCatalogue } from '#toolchains/catalogue/kept-catalogue.ts'
import { knownMavenAddress } from './maven-address.ts'
import { withNewMavenReleases } from './maven-releases.ts'
import { createMavenToolchains } from './maven-toolchains.ts'

/** A small Maven repository: releases of a container with a day in some versions, and of a builder of two jars without SHA-256. */
let folder: string
let server: FileServer

const hashOf = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex')

async function publish(
  artifact: string,
  version: string,
  { hash = 'sha256', content = `${artifact} ${version}` } = {},
) {
  const name = `${artifact.split('/').at(-1)}-${version}.jar`
  const path = join(folder, 'repository', artifact, version, name)
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, content)
  const published = hashOf(hash, `${artifact} ${version}`)
  await writeFile(`${path}.${hash}`, `${published}  ${name}\n`)
}

const list = (artifact: string, ...versions: string[]) =>
  writeFile(
    join(folder, 'repository', artifact, 'maven-metadata.xml'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<metadata><groupId>org.eclipse</groupId><version>11.0.99</version><versioning><latest>99.0.0</latest><versions>\n${versions.map((each) => `<version>${each}</version>\n`).join('')}</versions></versioning></metadata>`,
  )

const jar = (artifact: string, version: string, to: string): ToolFile => ({
  path: `${artifact}/${version}/${artifact.split('/').at(-1)}-${version}.jar`,
  sha256: hashOf('sha256', `${artifact} ${version}`),
  to,
})

const home = 'org/eclipse/home'
const jetty: ToolEntry & { versions: string[] } = {
  source: 'maven',
  versions: ['9.4.58', '11.0.26'],
  files: {
    '9.4.58': [jar(home, '9.4.58.v20250814', 'start.jar')],
    '11.0.26': [jar(home, '11.0.26', 'start.jar')],
  },
}
const [main, launcher, library] = ['org/ant/ant', 'org/ant/ant-launcher', 'org/other/library']
const ant: ToolEntry = {
  source: 'maven',
  versions: ['1.10.18'],
  files: {
    '1.10.18': [
      jar(main, '1.10.18', 'lib/ant.jar'),
      jar(launcher, '1.10.18', 'lib/ant-launcher.jar'),
      jar(library, '4.13', 'lib/library.jar'),
    ],
  },
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-maven-releases-'))
  for (const version of ['9.4.59.v20260901', '11.0.26', '11.0.27', '11.1.0', '11.0.28-beta1'])
    await publish(home, version)
  await publish(home, '11.0.30', { content: 'another content' })
  const listed = ['9.4.57.v20240101', '9.4.59.v20260901', '11.0.26', '11.0.27', '11.0.28-beta1']
  await list(home, ...listed, '11.0.29', '11.0.30', '11.1.0', '99.0.0', '11.0.031', '../11.0.32')
  for (const artifact of [main, launcher]) await publish(artifact, '1.10.19', { hash: 'sha1' })
  await publish(main, '1.10.20', { hash: 'sha1' })
  await publish(library, '4.13')
  await list(main, '1.10.18', '1.10.19', '1.10.20')
  await writeFile(join(folder, 'run.sh'), '#!/bin/sh\n')
  await mkdir(join(folder, 'java/bin'), { recursive: true })
  server = await serveFolder(join(folder, 'repository'))
})
after(async () => {
  await server?.[Symbol.asyncDispose]()
  await runOrThrow(['chmod', '--recursive', 'u+w', '--', folder])
  await rm(folder, { recursive: true })
})

const repository = () => ({
  address: server.address,
  fetch,
  signal: AbortSignal.timeout(60_000),
})

const provide = (name: string, entry: ToolEntry, version: string) =>
  createMavenToolchains({
    folder: join(folder, name),
    address: async () => server.address,
    java: async () => join(folder, 'java'),
    firstWait: 1,
    retries: 0,
    tools: {
      [name]: {
        title: name,
        launcher: join(folder, 'run.sh'),
        files: (each) => entry.files?.[each],
        entry,
      },
    },
  })({ name, version })

test('Maven releases: newer stable ones of the known lines are found, and none that lacks a file or its hash', async () => {
  const found = await withNewMavenReleases(jetty, repository())
  assert.deepEqual(found.versions, ['9.4.58', '9.4.59', '11.0.26', '11.0.27', '11.0.30'])
  assert.deepEqual(found.files, jetty.files)
  const builder = await withNewMavenReleases(ant, repository())
  assert.deepEqual(builder.versions, ['1.10.18', '1.10.19'])
})

test('Maven releases: a tool is installed in a version that the shipped catalogue does not know', async () => {
  const container = await provide('jetty', jetty, '9.4.59')
  assert.equal(await readFile(join(container, 'start.jar'), 'utf8'), `${home} 9.4.59.v20260901`)
  const builder = await provide('ant', ant, '1.10.19')
  assert.equal(await readFile(join(builder, 'lib/ant-launcher.jar'), 'utf8'), `${launcher} 1.10.19`)
  assert.equal(await readFile(join(builder, 'lib/library.jar'), 'utf8'), `${library} 4.13`)
})

test('Maven releases: a file that is not what the hash beside it says is refused, and so is a version that nobody has', async () => {
  await assert.rejects(
    provide('jetty', jetty, '11.0.30'),
    /home-11\.0\.30\.jar does not have the known hash/,
  )
  await assert.rejects(provide('jetty', jetty, '11.0.40'), /no such version is known/)
  await assert.rejects(provide('jetty', jetty, '13.0.1'), /no such version is known/)
})

test('Maven releases: a refresh of the kept catalogue has them, with the files that ship, and they survive a restart', async () => {
  const shipped: ToolCatalogue = {
    date: '2026-11-01T00:00:00.000Z',
    tools: { jetty, sbt: { ...jetty, versions: ['1.10.11'] } },
  }
  const open = (from = shipped) =>
    openKeptCatalogue({
      file: join(folder, 'tool-catalogue.json'),
      shipped: from,
      registry: async () => server.address,
      maven: async () => server.address,
      clock: () => Date.parse('2026-11-18T12:00:00.000Z'),
      log: assert.fail,
    })
  const first = await open()
  const { problems } = await first.refresh()
  assert.ok(problems.every(({ tool }) => tool !== 'jetty'))
  const versions = ['9.4.58', '9.4.59', '11.0.26', '11.0.27', '11.0.30']
  for (const { origin, current } of [first, await open()]) {
    assert.equal(origin, 'refreshed')
    assert.deepEqual(current.tools.jetty, { ...jetty, versions })
    assert.deepEqual(current.tools.sbt, shipped.tools.sbt)
  }
  const newer = { ...jetty, versions: [...jetty.versions, '12.1.0'] }
  const upgraded = await open({ ...shipped, tools: { jetty: newer } })
  assert.deepEqual(upgraded.current.tools.jetty?.versions, [...versions, '12.1.0'])
})

test('Maven releases: a list that is none, or that does not end, changes nothing', async () => {
  for (const [answer, problem] of [
    [() => new Response('no', { status: 503 }), /answered 503/],
    [
      () =>
        new Response(
          new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(4 * 1024 * 1024)) }),
        ),
      /too long an answer/,
    ],
  ] as const) {
    const broken = { ...repository(), fetch: async () => answer() }
    await assert.rejects(withNewMavenReleases(jetty, broken), problem)
  }
  const html = { ...repository(), fetch: async () => new Response('<versions><version>11.0.99') }
  assert.deepEqual((await withNewMavenReleases(jetty, html)).versions, jetty.versions)
})

test('Maven releases: a server without a tool of Java asks nobody, unless the operator names a repository', async () => {
  const needs = {
    folder: join(folder, 'no-tools'),
    provide: () => assert.fail('nothing is downloaded to ask'),
    log: assert.fail,
  }
  assert.equal(await knownMavenAddress({ ...needs, repository: undefined }), undefined)
  assert.equal(
    await knownMavenAddress({ ...needs, repository: 'https://maven.test/m2' }),
    'https://maven.test/m2/',
  )
  for (const program of ['ivy/2/bin/ivy', `java/17.0.21+9/bin/java`]) {
    await mkdir(join(needs.folder, program, '..'), { recursive: true })
    await writeFile(join(needs.folder, program), '#!/bin/sh\n')
    await chmod(join(needs.folder, program), 0o755)
  }
  const said: string[] = []
  const failing = {
    ...needs,
    repository: undefined,
    provide: () => Promise.reject(new Error('no disk')),
    log: (line: string) => said.push(line),
  }
  assert.equal(await knownMavenAddress(failing), undefined)
  assert.match(said.join(), /is not asked for new releases: no disk/)
})
