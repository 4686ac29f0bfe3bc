import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { visit } from '#tests/support/visitors/visit.ts'

const timeout = 300_000

test('sleep: an application is stopped, and visitors at once wake it and are answered by it', async () => {
  await using berth = await TestBerth.lease()
  const { client, addresses } = berth
  const application = await PushedApplication.create(berth, 'sleeper')
  assert.equal((await application.deploy(webServer('awake'))).state, 'OK')
  const { record } = application
  assert.equal((await client.sleep.after(record, 30)).minutes, 30)
  assert.equal((await client.sleep.now(record)).state, 'asleep')
  await until(async () => (await client.instances.list(record)).length === 0, {
    timeout,
    what: 'the end of its instances',
  })
  const ask = () => visit(addresses.visitors.http, application.host)
  const begin = performance.now()
  const answers = await Promise.all(Array.from({ length: 10 }, ask))
  const duration = Math.round(performance.now() - begin)
  assert.deepEqual(
    answers.map(({ status, body }) => `${status} ${body}`),
    Array(10).fill('200 awake'),
    `after ${duration} ms`,
  )
  assert.equal((await client.sleep.get(record)).state, 'awake')
  assert.equal((await client.instances.list(record)).length, 1)
  assert.equal((await ask()).body, 'awake')
})
