import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { addAddon, addOffer } from '#stores/marketplace.contract.ts'
import { openTestPlatform } from '#tests/support/platform/platform.ts'
import { openOddProvider } from '#tests/support/providers/odd-provider.ts'
import { readAddonMetrics } from './read-addon-metrics.ts'

async function openSampler() {
  const setup = await openTestPlatform()
  const { platform, account } = setup
  let now = platform.clock()
  platform.clock = () => now
  platform.monotonic = () => now
  return {
    platform,
    /** A provider and a ready add-on of it. */
    async provider(id: string) {
      const provider = await openOddProvider()
      const { store } = platform
      const ownerId = account.organisationId
      const offer = await addOffer(store, { id, ownerId })
      const { manifest } = offer.provider
      const urls = { base_url: provider.url, sso_url: provider.url }
      const calls = { ...manifest.api, production: urls, test: urls }
      await store.providers.change(id, { manifest: { ...manifest, api: calls } })
      const addon = await addAddon(store, offer.provider, offer.plan, {
        ownerId,
        state: 'ready',
        realId: `${id}-1`,
      })
      return { provider, addon }
    },
    /** Lets time pass, and a round begin. */
    move(milliseconds: number) {
      now += milliseconds
      platform.addonSampler.wake()
    },
    points: async (addon: Addon) =>
      (await readAddonMetrics(platform, addon, { until: now + 1 })).points,
    async [Symbol.asyncDispose]() {
      await platform.provisioningQueue.close()
      await platform.addonSampler.close()
      await setup[Symbol.asyncDispose]()
    },
  }
}

const wait = <T>(what: string, condition: Parameters<typeof until<T>>[0]) =>
  until(condition, { timeout: 300_000, what })
const usage = { diskBytes: 5000, maxDiskBytes: 10_000, connections: 3 }

test('add-on metrics: a provider is asked once a minute, and what it answers becomes history', async () => {
  await using sampler = await openSampler()
  const { provider, addon } = await sampler.provider('measured')
  await using _provider = provider
  let diskBytes = 1000
  provider.behave(() => ({ status: 200, body: { ...usage, diskBytes } }))
  sampler.platform.addonSampler.begin()
  await wait('the first sample', async () => (await sampler.points(addon)).length === 1)
  sampler.move(30_000)
  await readAddonMetrics(sampler.platform, addon, {})
  diskBytes = 3000
  sampler.move(30_000)
  const points = await wait('the second sample', async () => {
    sampler.platform.addonSampler.wake()
    const found = await sampler.points(addon)
    return found.length === 2 && found
  })
  assert.deepEqual(
    points.map((point) => [point.diskBytes, point.maxDiskBytes, point.connections]),
    [
      [1000, 10_000, 3],
      [3000, 10_000, 3],
    ],
  )
  assert.deepEqual(
    points.map(({ memoryBytes, maxConnections }) => [memoryBytes, maxConnections]),
    [
      [null, null],
      [null, null],
    ],
  )
  assert.equal(provider.visits.length, 2)
  assert.match(provider.visits[0]?.path ?? '', /measured-1\/usage$/)
})

test('add-on metrics: a new add-on is asked for when somebody reads, once for all who do', async () => {
  await using sampler = await openSampler()
  const { provider, addon } = await sampler.provider('new')
  await using _provider = provider
  provider.behave(() => ({ status: 200, body: usage }))
  const read = () => readAddonMetrics(sampler.platform, addon, {})
  const answers = await Promise.all([read(), read(), read()])
  for (const { points } of answers)
    assert.deepEqual(
      points.map((point) => point.connections),
      [3],
    )
  await read()
  assert.equal(provider.visits.length, 1)
})

test('add-on metrics: a provider that hangs delays no other, and one that measures nothing is left alone', async () => {
  await using sampler = await openSampler()
  const hanging = await sampler.provider('a-hanging')
  await using _hanging = hanging.provider
  hanging.provider.behave(() => 'hang')
  const silent = await sampler.provider('b-silent')
  await using _silent = silent.provider
  silent.provider.behave(() => ({ status: 404, body: {} }))
  const working = await sampler.provider('c-working')
  await using _working = working.provider
  working.provider.behave(() => ({ status: 200, body: usage }))
  sampler.platform.addonSampler.begin()
  await wait('a sample', async () => (await sampler.points(working.addon)).length === 1)
  await wait('the others to be asked', () =>
    [hanging, silent].every(({ provider }) => provider.visits.length === 1),
  )
  for (const round of [2, 3]) {
    sampler.move(60_000)
    await wait(`round ${round}`, () => {
      sampler.platform.addonSampler.wake()
      return working.provider.visits.length === round
    })
  }
  assert.equal(silent.provider.visits.length, 1)
  assert.deepEqual(await sampler.points(silent.addon), [])
})

test('add-on metrics: what a provider refuses is told to who reads an add-on without any sample', async () => {
  await using sampler = await openSampler()
  const { provider, addon } = await sampler.provider('broken')
  await using _provider = provider
  provider.behave(() => ({ status: 500, body: { message: 'out of order' } }))
  await assert.rejects(readAddonMetrics(sampler.platform, addon, {}), /out of order/)
  const { points } = await readAddonMetrics(sampler.platform, addon, {})
  assert.deepEqual(points, [])
  assert.equal(provider.visits.length, 1)
})
