import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { visit } from '#tests/support/visitors/visit.ts'

const timeout = 300_000

for (const router of ['node', 'haproxy']) {
  test(`kill -9: with the router ${router}, an application stays asleep and wakeable, whenever the server ends`, async () => {
    await using berth = await TestBerth.start({ BERTH_ROUTER: router })
    const application = await PushedApplication.create(berth, 'sleeper')
    assert.equal((await application.deploy(webServer('awake'))).state, 'OK')
    const { record, host } = application
    const ask = () => visit(berth.addresses.visitors.http, host)
    const isAsleep = async () => (await berth.client.sleep.get(record)).state === 'asleep'
    const hasNoInstances = () =>
      until(async () => (await berth.client.instances.list(record)).length === 0, {
        timeout,
        what: 'the end of its instances',
      })

    await berth.client.sleep.now(record)
    await berth.signal('SIGKILL')
    // The instance may still run, and then its route is the old one.
    assert.ok([200, 503].includes((await ask()).status), 'while it falls asleep')
    await berth.start()
    assert.ok(await isAsleep())
    await hasNoInstances()

    await berth.signal('SIGKILL')
    const page = await ask()
    assert.deepEqual([page.status, page.headers['retry-after']], [503, '3'])
    assert.match(page.body, /is being started/)
    await berth.start()
    assert.ok(await isAsleep())

    const held = ask()
    await until(async () => !(await isAsleep()), { timeout, every: 5, what: 'a wake' })
    await berth.signal('SIGKILL')
    // A request without a body is tried again, and gets the page; it may also have been answered.
    assert.ok([200, 503].includes((await held).status))
    await berth.start()
    await until(async () => (await ask()).status === 200, { timeout, what: 'an answer' })
    assert.equal((await berth.client.sleep.get(record)).state, 'awake')
    assert.equal((await berth.client.instances.list(record)).length, 1)

    await berth.client.sleep.now(record)
    await hasNoInstances()
    const answers = await Promise.all(Array.from({ length: 20 }, ask))
    assert.deepEqual([...new Set(answers.map(({ body }) => body))], ['awake'])
  })
}
