import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Catalogue } from '#runtimes/choose-version.ts'
import { filesSource } from '#tests/source-files.ts'
import { catalogueWith } from '#tests/support/packaged-catalogue.ts'
import { createNodeRuntime } from './node-runtime.ts'

/** Node 26 has no long-term support yet. */
const catalogue = catalogueWith(['22.20.0', '22.23.3', '24.20.0', '24.21.0', '26.10.0'])
const versions: Record<string, string[]> = {
  npm: ['10.9.3', '10.9.9', '11.13.0', '11.19.1', '12.2.0'],
  bun: ['1.2.23', '1.4.4'],
  yarn: ['1.22.22', '4.18.1'],
}

function toolsOf(defaults: Catalogue['defaults'], files: Record<string, string | object> = {}) {
  const runtime = createNodeRuntime({
    ...catalogue,
    versions: (tool) => versions[tool] ?? catalogue.versions(tool),
    defaults,
  })
  const packageJson = { scripts: { start: 'node a' }, dependencies: { a: '1' } }
  return runtime
    .recipe(filesSource({ 'package.json': packageJson, ...files }), {})
    .then(({ tools }) => tools.map(({ name, version }) => `${name} ${version}`))
}

test('default versions: the newest are the latest Node with long-term support, and the npm of its line', async () => {
  assert.deepEqual(await toolsOf('newest'), ['node 24.21.0', 'npm 11.19.1'])
})

test('default versions: those of the specification are fixed', async () => {
  assert.deepEqual(await toolsOf('spec'), ['node 22.20.0', 'npm 10.9.3'])
})

test('default versions: Bun is the newest, or that of the specification', async () => {
  const files = { 'bun.lock': '{}' }
  assert.ok((await toolsOf('newest', files)).includes('bun 1.4.4'))
  assert.ok((await toolsOf('spec', files)).includes('bun 1.2.23'))
})

test('default versions: Yarn 1 is the last one that there is', async () => {
  const files = { 'yarn.lock': '# yarn lockfile v1\n' }
  for (const defaults of ['newest', 'spec'] as const) {
    assert.ok((await toolsOf(defaults, files)).includes('yarn 1.22.22'))
  }
})

test('default versions: a line that an application names has the npm of that line', async () => {
  const packageJson = { scripts: { start: 'node a' }, engines: { node: '22' } }
  assert.deepEqual(await toolsOf('newest', { 'package.json': packageJson }), [
    'node 22.23.3',
    'npm 10.9.9',
  ])
})

test('default versions: the next plan sees what a refresh has brought', async () => {
  const nodes = ['24.20.0']
  const runtime = createNodeRuntime({
    ...catalogue,
    versions: (tool) => (tool === 'node' ? [...nodes] : catalogue.versions(tool)),
    defaults: 'newest',
  })
  const source = filesSource({ 'package.json': { scripts: { start: 'node a' } } })
  assert.equal((await runtime.recipe(source, {})).tools[0]?.version, '24.20.0')
  nodes.push('24.21.0')
  assert.equal((await runtime.recipe(source, {})).tools[0]?.version, '24.21.0')
})
