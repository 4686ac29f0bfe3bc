import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSmallRegistry } from '#tests/support/small-registry.ts'
import { type ReleaseLine, securityRelease } from './catalogue.ts'
import { withSecurityReleases } from './security-marks.ts'

const known: Record<string, ReleaseLine> = { '22': { security: '22.22.0' }, '24': {} }

/** Lines after a look at a registry whose `node-releases` has this file; absent, it lacks the package. */
async function linesAfter(file?: string): Promise<Record<string, ReleaseLine>> {
  await using registry = await openSmallRegistry()
  const files = { 'data/processed/envs.json': file ?? '' }
  if (file !== undefined) await registry.publish('node-releases', '2.0.0', files)
  const means = { registry: registry.address, fetch, signal: AbortSignal.timeout(30_000) }
  return await withSecurityReleases(means, known)
}

const marked = (...versions: [version: unknown, security: unknown][]) =>
  JSON.stringify(versions.map(([version, security]) => ({ name: 'nodejs', version, security })))

test('security releases: the newest marked one of each line is kept with the line', async () => {
  const lines = await linesAfter(
    marked(['22.22.0', true], ['22.9.0', true], ['22.23.0', true], ['22.24.0', false]),
  )
  assert.deepEqual(lines, { '22': { security: '22.23.0' }, '24': {} })
})

test('security releases: what is no mark of a stable release counts as none', async () => {
  const lines = await linesAfter(
    marked(['v24.1.0', true], ['24.2.0-rc.1', true], [24, true], ['24.3.0', 'true'], ['', true]),
  )
  assert.deepEqual(lines, known)
})

test('security releases: without the package, or with nonsense in it, lines stay as they were', async () => {
  for (const file of [undefined, 'nonsense', 'null', '{}', '[null, 1, "x", []]'])
    assert.deepEqual(await linesAfter(file), known, file)
})

test('security releases: a release is compared with that of its own line', () => {
  const catalogue = {
    date: '2026-11-18T00:00:00.000Z',
    tools: { node: { source: 'npm' as const, versions: [], lines: known } },
  }
  const found = ['22.20.0', '22.22.0', '22.23.3', '24.0.0', 'nonsense'].map((version) =>
    securityRelease(catalogue, 'node', version),
  )
  assert.deepEqual(found, ['22.22.0', undefined, undefined, undefined, undefined])
  assert.equal(securityRelease(catalogue, 'bun', '1.0.0'), undefined)
})
