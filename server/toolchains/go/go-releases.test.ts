import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGoProxy } from '#tests/support/registries/go-proxy.ts'
import type { ToolEntry } from '#toolchains/catalogue/catalogue.ts'
import { refuseLosses, UnusableCatalogueError } from '#toolchains/catalogue/check-catalogue.ts'
import { withNewPrograms, withNewReleases } from './go-releases.ts'

const sum = `h1:${'A'.repeat(43)}=`
const before: ToolEntry = {
  source: 'go',
  versions: { x64: ['1.26.0'], arm64: ['1.26.0'] },
  hashes: { '1.26.0': { x64: sum, arm64: sum } },
}

test('releases of Go: a refresh adds those with a hash, and asks for no other again', async () => {
  await using proxy = await openGoProxy()
  for (const version of ['1.26.0', '1.9.7', '1.27.10', '1.27.2']) proxy.publish(version, {}, sum)
  proxy.publish('1.28.0', {}, '')
  const signal = AbortSignal.timeout(60_000)
  const entry = await withNewReleases(before, { addresses: [proxy.address], fetch, signal })
  const versions = ['1.26.0', '1.27.2', '1.27.10']
  assert.deepEqual(entry.versions, { x64: versions, arm64: versions })
  assert.deepEqual(entry.hashes?.['1.27.10'], { x64: sum, arm64: sum })
  assert.doesNotMatch(proxy.asked.join(), /lookup\S*go1\.26\.0/)
  refuseLosses('go', before, entry)
})

test('releases of Go: one without a hash makes a catalogue unusable', () => {
  const entry = { ...before, versions: { x64: ['1.26.0', '1.27.0'], arm64: ['1.26.0'] } }
  assert.throws(() => refuseLosses('go', before, entry), UnusableCatalogueError)
})

test('programs in Go: a refresh adds newer stable releases with a hash', async () => {
  await using proxy = await openGoProxy()
  const module = 'github.com/oauth2-proxy/oauth2-proxy/v7'
  for (const version of ['7.16.0', '7.15.1', '7.17.0-rc.1']) {
    proxy.publishModule(module, `v${version}`, {}, sum)
  }
  proxy.publishModule(module, 'v7.18.0', {}, '')
  const signal = AbortSignal.timeout(60_000)
  const known: ToolEntry = {
    source: 'go',
    versions: { x64: ['7.15.2'], arm64: ['7.15.2'] },
    hashes: { '7.15.2': { x64: sum, arm64: sum } },
  }
  const asked = { addresses: [proxy.address], fetch, signal }
  const entry = await withNewPrograms('oauth2-proxy', known, asked)
  assert.deepEqual(entry.versions, { x64: ['7.15.2', '7.16.0'], arm64: ['7.15.2', '7.16.0'] })
  refuseLosses('oauth2-proxy', known, entry)
})
