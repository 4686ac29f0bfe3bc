import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { openExample } from '#tests/examples.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** Signals that an application gets before it ends, and its restart after a crash. */
let berth: TestBerth
let application: PushedApplication

before(async () => {
  berth = await TestBerth.lease()
  application = await PushedApplication.ofExample(berth, await openExample('graceful-shutdown'))
  const deployment = await application.deploy({})
  assert.equal(deployment.state, 'OK')
})
after(() => berth?.[Symbol.asyncDispose]())

const times = async (line: string) =>
  (await application.log()).filter((message) => message === line).length

const comes = (count: number, line: string) =>
  until(async () => (await times(line)) >= count, {
    timeout: 300_000,
    every: 100,
    what: `"${line}", ${count} times`,
  })

const isReady = () =>
  until(async () => (await application.visit().catch(() => undefined))?.body === 'ready\n', {
    timeout: 300_000,
    every: 100,
    what: 'an answer',
  })

for (const [index, [path, what]] of [
  ['/crash', 'uncaughtException (crashed on request)'],
  ['/reject', 'unhandledRejection (rejected on request)'],
].entries()) {
  test(`graceful shutdown: after ${what} the application finishes pending requests and is restarted`, async () => {
    await isReady()
    assert.equal((await application.visit(path)).body, 'ready\n')
    await comes(1, `${what}: finishing what is under way`)
    await comes(index + 1, 'finished')
    await comes(index + 1, 'Instance 0 was restarted.')
  })
}

test('graceful shutdown: a stopped application gets SIGTERM and is not restarted', async () => {
  await isReady()
  await berth.client.instances.stop(application.record)
  await comes(1, 'SIGTERM: finishing what is under way')
  await comes(3, 'finished')
  assert.equal(await times('Instance 0 was restarted.'), 2)
  await until(async () => (await berth.client.instances.list(application.record)).length === 0, {
    timeout: 300_000,
    what: 'the end of the instance',
  })
})
