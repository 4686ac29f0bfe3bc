import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, createClient } from '#client/client.ts'
import type { Application } from '#client/resources/applications/applications.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { addPriceList } from '#platform/billing/prices/price-lists.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { commitOf } from '#tests/support/platform/platform.ts'

// biome-ignore lint/suspicious/noExplicitAny: records are compared as they are on the wire
type Wire = any

let api: TestApi
let client: Client

before(async () => {
  api = await openTestApi()
  client = createClient({ api: api.url, credentials: api.account })
})
after(async () => {
  client.close()
  await api[Symbol.asyncDispose]()
})

test('PUT application: another scale takes effect at once, as a deployment in the activity', async () => {
  const application = await api.application()
  await api.deploy(application, commitOf('1'))
  const newest = async () => (await client.deployments.list(application, { limit: 1 }))[0]
  assert.equal((await newest())?.instances, 1)
  for (const [minInstances, action] of [
    [2, 'UPSCALE'],
    [1, 'DOWNSCALE'],
  ] as const) {
    await client.applications.update(application, { minInstances, maxInstances: 2 })
    const scaled = await until(
      async () => {
        const deployment = await newest()
        return deployment?.state === 'OK' && deployment
      },
      { timeout: 300_000, what: action },
    )
    assert.deepEqual([scaled.action, scaled.instances], [action, minInstances])
    assert.match(scaled.author?.id ?? '', /^user_/)
    await api.platform.queue.idle(application.id)
    assert.equal((await client.instances.list(application)).length, minInstances)
  }
})

test('PUT application: a scale beyond the quotas is refused, and nothing is queued', async () => {
  const application = await api.application()
  await api.deploy(application, commitOf('1'))
  api.platform.policies.quotas.instances = 2
  await assert.rejects(
    client.applications.update(application, { minInstances: 5, maxInstances: 5 }),
    /instances would run, and 2 are allowed/,
  )
  assert.equal((await client.deployments.list(application)).length, 1)
  assert.equal((await client.applications.get(application)).instance.minInstances, 1)
})

test('applications: a maximum above the platform is a bound with a note, a minimum above it is refused', async () => {
  const { policies } = api.platform
  policies.maxFlavors = { instances: 'S', builds: 'M' }
  const path = `/v2/organisations/${api.account.organisationId}/applications`
  const create = (fields: object) =>
    client.ask<Application>({
      method: 'POST',
      path,
      body: { name: 'large', zone: 'par', instanceType: 'node', ...fields },
    })
  const created = await create({ minFlavor: 'XS', maxFlavor: 'XL' })
  const { minFlavor, maxFlavor } = created.instance
  assert.deepEqual([minFlavor.name, maxFlavor.name], ['XS', 'XL'])
  const [warning] = created.warnings ?? []
  assert.equal(warning?.path, 'maxFlavor')
  assert.match(warning.message, /maxFlavor XL is never reached: S is the largest/)
  await assert.rejects(
    create({ minFlavor: 'M', maxFlavor: 'XL' }),
    /The minFlavor M \(4096 MB of memory, 4 CPUs\) is not available here: S is the largest/,
  )
  const within = await client.applications.update(created, { maxFlavor: 'S' })
  assert.equal(within.warnings, undefined)
  policies.maxFlavors = { instances: '3XL', builds: '3XL' }
})

test('PUT application: flavors that are unknown, swapped or larger than the platform offers are refused', async () => {
  const application = await api.application()
  const { policies } = api.platform
  policies.maxFlavors = { instances: 'S', builds: 'M' }
  const change = (fields: Record<string, unknown>) =>
    client.applications.update(application, fields)
  await assert.rejects(change({ minFlavor: 'S' }), /minFlavor \(S\) must not be larger than/)
  await assert.rejects(
    change({ minFlavor: 'M', maxFlavor: 'M' }),
    /M \(4096 MB of memory, 4 CPUs\).*S is the largest/,
  )
  await assert.rejects(change({ buildFlavor: 'L' }), /M is the largest/)
  await change({ maxFlavor: 'S', buildFlavor: 'M' })
  policies.maxFlavors = { instances: 'XS', builds: 'XS' }
  const whole = await change({ maxFlavor: 'S', buildFlavor: 'M', description: 'kept' })
  assert.equal(whole.instance.maxFlavor.name, 'S', 'what an application has already may stay')
  policies.maxFlavors = { instances: '3XL', builds: '3XL' }
})

test('PUT buildflavor: builds get a size of their own, by name', async () => {
  const application = await api.application()
  const path = `/v2/organisations/${application.ownerId}/applications/${application.id}/buildflavor`
  const put = (flavorName: string) => client.ask({ method: 'PUT', path, body: { flavorName } })
  await put('xl')
  const { separateBuild, buildFlavor } = await client.applications.get(application)
  assert.deepEqual([separateBuild, buildFlavor.name], [true, 'XL'])
  await assert.rejects(put('huge'), /Unknown flavor/)
})

test('sizes: the catalogue, types, applications and instances show the price of an hour in the zone', async () => {
  api.platform.policies.quotas.instances = Number.POSITIVE_INFINITY
  const application = await api.application()
  await api.deploy(application, commitOf('1'))
  const data = {
    currency: 'EUR',
    sizes: { XS: '0.0000045' },
    builds: { M: '0.00001' },
    zones: { [application.zone]: '2' },
    vat: { rates: {} },
  }
  await addPriceList(api.platform, { validFrom: Math.floor(Date.now() / 1000) * 1000, data })
  const [type] = await client.ask<Wire[]>({ method: 'GET', path: '/v2/products/instances' })
  const [instance] = await client.instances.list(application)
  const record = await client.applications.get(application)
  const sizes = await client.catalogue.flavors()
  const xs = sizes.find(({ name }) => name === 'XS')
  for (const price of [
    xs?.price,
    type.defaultFlavor.price,
    record.instance.minFlavor.price,
    instance?.flavor.price,
  ])
    assert.equal(price, 0.0324)
  assert.equal(type.buildFlavor.price, 0.072)
  const system = await client.ask<Wire>({
    method: 'GET',
    path: '/v4/billing/price-system',
    query: { zone_id: application.zone },
  })
  for (const { price_id, price } of [...sizes, type.buildFlavor] as Wire[])
    assert.equal(
      system.runtime.find(({ slug_id }: Wire) => slug_id === price_id).price,
      price,
      price_id,
    )
})
