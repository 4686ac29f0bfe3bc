import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { Alert } from '#client/resources/alerts.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

const timeout = 300_000
const files = {
  'package.json': JSON.stringify({ name: 'alarming', main: 'server.js' }),
  'server.js': `
    require('node:http').createServer((request, response) => {
      response.statusCode = request.url === '/broken' ? 500 : 200
      response.end('hello')
    }).listen(8080, '0.0.0.0')`,
}

interface Heard {
  path: string
  body: Record<string, unknown> & { event?: string; data?: Record<string, unknown> }
}

/** Receives what webhooks send. */
async function openReceiver() {
  const heard: Heard[] = []
  const receiver = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    heard.push({ path: request.url ?? '', body: JSON.parse(text) })
    response.end()
  })
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
  return {
    heard,
    url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      receiver.closeAllConnections()
      await new Promise((closed) => receiver.close(closed))
    },
  }
}

test('alerts: an application that answers 500 raises one that webhooks receive, and it ends', async () => {
  await using berth = await TestBerth.lease()
  await using receiver = await openReceiver()
  const application = await PushedApplication.create(berth, 'alarming')
  const deployed = await application.deploy(files)
  assert.equal(deployed.state, 'OK')
  const hook = async (format: string) =>
    application.ok(
      ...['webhooks', 'add', format, `${receiver.url}/${format}`],
      ...['--hook-format', format, '--event', 'META_ALERT'],
    )
  for (const format of ['raw', 'slack', 'discord', 'teams', 'ntfy']) await hook(format)
  await application.ok('alerts', 'add', '5xx', '50', '--minutes', '1')

  const heardOf = (name: string) =>
    receiver.heard.filter(({ body }) => body.event === name).map(({ body }) => body.data)
  const visitUntil = (path: string, name: string) =>
    until(
      async () => {
        await application.visit(path)
        return heardOf(name)[0]
      },
      { timeout, every: 1000, what: name },
    )
  const begun = await visitUntil('/broken', 'ALERT_BEGIN')
  assert.equal(begun.appId, application.record.id)
  assert.equal(begun.kind, '5xx')
  assert.ok(Number(begun.value) > 50)
  const [alert]: Alert[] = JSON.parse((await application.ok('alerts', '--format', 'json')).stdout)
  assert.equal(alert?.state, 'active')
  const ended = await visitUntil('/', 'ALERT_END')
  assert.ok(Number(ended.value) <= 45)
  assert.equal(heardOf('ALERT_BEGIN').length, 1)

  await until(() => receiver.heard.length >= 10, { timeout, what: 'messages in all formats' })
  const paths = receiver.heard.map(({ path }) => path)
  for (const path of ['/raw', '/slack', '/discord', '/teams', '/']) {
    assert.equal(paths.filter((each) => each === path).length, 2, path)
  }
  const topics = receiver.heard.filter(({ path }) => path === '/').map(({ body }) => body.topic)
  assert.deepEqual(topics, ['ntfy', 'ntfy'])
})
