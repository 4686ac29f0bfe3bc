import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRustDist } from '#tests/support/registries/rust-dist.ts'
import { type ToolEntry, toolChannels } from '#toolchains/catalogue/catalogue.ts'
import { refuseLosses, UnusableCatalogueError } from '#toolchains/catalogue/check-catalogue.ts'
import { withNewReleases } from './rust-releases.ts'

const sum = 'a'.repeat(64)
const before: ToolEntry = {
  source: 'rust',
  versions: ['1.98.0'],
  hashes: { '1.98.0': { x64: sum } },
}

async function refreshed(entry: ToolEntry) {
  await using dist = await openRustDist()
  for (const [version, ...channels] of [
    ['1.98.1', '1.98'],
    ['1.99.0'],
    ['1.99.1', '1.99'],
    ['1.100.0', '1.100', 'stable'],
    ['1.101.0-beta.2', 'beta'],
    ['1.102.0-nightly', 'nightly'],
  ] as const) {
    dist.publish({ version, date: '2026-10-15', channels: [version, ...channels] })
  }
  const signal = AbortSignal.timeout(60_000)
  const found = await withNewReleases(entry, { address: `${dist.address}/`, fetch, signal })
  return { found, asked: dist.asked }
}

test('releases of Rust: a refresh adds those since the newest, with the fixes of its line', async () => {
  const { found, asked } = await refreshed(before)
  assert.deepEqual(found.versions, ['1.98.0', '1.98.1', '1.99.0', '1.99.1', '1.100.0'])
  assert.match(found.hashes?.['1.100.0']?.x64 ?? '', /^[0-9a-f]{64}$/)
  assert.deepEqual(found.hashes?.['1.98.0'], { x64: sum })
  assert.doesNotMatch(asked.join(), /channel-rust-1\.98\.0/)
  refuseLosses('rust', before, found)
  const again = await refreshed(found)
  assert.deepEqual(again.found, found)
  assert.ok(again.asked.length < asked.length)
})

test('releases of Rust: channels have the day of their newest release', async () => {
  const { found } = await refreshed(before)
  const catalogue = { date: '', tools: { rust: found } }
  assert.deepEqual(toolChannels(catalogue, 'rust'), {
    beta: 'beta-2026-10-15',
    nightly: 'nightly-2026-10-15',
  })
  assert.deepEqual(toolChannels(catalogue, 'go'), {})
})

test('releases of Rust: one without a hash, or a channel without a day, makes a catalogue unusable', () => {
  for (const wrong of [{ versions: ['1.98.0', '1.99.0'] }, { channels: { nightly: 'soon' } }]) {
    assert.throws(
      () => refuseLosses('rust', before, { ...before, ...wrong }),
      UnusableCatalogueError,
    )
  }
})
