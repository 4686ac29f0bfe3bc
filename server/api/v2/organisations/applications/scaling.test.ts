import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, createClient } from '#client/client.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { commitOf } from '#tests/support/platform/platform.ts'

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
      { timeout: 10_000, what: action },
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
