import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { openTestPlatform } from '#tests/support/platform/platform.ts'
import { listDeliveries, replayDelivery } from './deliveries.ts'
import { changeWebhook, createWebhook, getWebhook, type WantedWebhook } from './webhooks.ts'

interface Heard {
  headers: IncomingHttpHeaders
  body: string
}

/** A receiver that answers as it is told, by default with 200. */
async function openReceiver(answer?: (response: ServerResponse, count: number) => void) {
  const heard: Heard[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      heard.push({ headers: request.headers, body })
      if (answer) answer(response, heard.length)
      else response.end('thanks')
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    heard,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

async function openHooks() {
  const setup = await openTestPlatform()
  const { platform, account } = setup
  let now = platform.clock()
  platform.clock = () => now
  const ownerId = account.organisationId
  const { id: userId } =
    (await platform.store.users.findByEmail(account.email)) ?? assert.fail('no first account')
  platform.webhookWorker.begin()
  const add = (urls: WantedWebhook['urls'], filter: Partial<WantedWebhook> = {}) => {
    const wanted = { name: 'hook', scope: null, events: null, urls, ...filter }
    return createWebhook(platform, ownerId, userId, wanted)
  }
  const record = (name: string, subjectId = 'app_1') =>
    platform.store.transaction((store) =>
      store.events.add({
        ownerId,
        date: 1_700_000_000_000,
        name,
        subjectId,
        visibility: 'see',
        data: { id: subjectId, name: 'shop <!channel>', action: 'DEPLOY', commit: 'a'.repeat(40) },
      }),
    )
  const deliveries = async (id: string) =>
    listDeliveries(platform, await getWebhook(platform, ownerId, id), { limit: 100 })
  const delivered = (id: string, count = 1) =>
    until(
      async () => {
        const all = await deliveries(id)
        return all.filter(({ state }) => state === 'delivered').length >= count && all
      },
      { timeout: 300_000, what: 'deliveries' },
    )
  const tried = (id: string, attempts: number) =>
    until(async () => (await deliveries(id)).find((one) => one.attempts === attempts), {
      timeout: 300_000,
      what: `attempt ${attempts}`,
    })
  return {
    ...setup,
    ownerId,
    userId,
    add,
    record,
    deliveries,
    delivered,
    tried,
    move(milliseconds: number) {
      now += milliseconds
      platform.webhookWorker.wake()
    },
    async [Symbol.asyncDispose]() {
      await platform.webhookWorker.close()
      await setup[Symbol.asyncDispose]()
    },
  }
}

test('webhook: is called once for each event, signed, with the id that its log has', async () => {
  await using hooks = await openHooks()
  await using receiver = await openReceiver()
  const { id, secret } = await hooks.add([{ format: 'raw', url: receiver.url }])
  await hooks.record('DEPLOYMENT_SUCCESS')
  const [delivery] = await hooks.delivered(id)
  assert.equal(receiver.heard.length, 1)
  const [{ headers, body }] = receiver.heard as [Heard]
  assert.equal(headers['webhook-id'], delivery?.id)
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(signed).digest('base64')
  assert.equal(headers['webhook-signature'], `v1,${signature}`)
  assert.equal(headers['content-type'], 'application/json')
  const { event, data, ownerId } = JSON.parse(body)
  assert.deepEqual([event, data.id, ownerId], ['DEPLOYMENT_SUCCESS', 'app_1', hooks.ownerId])
  assert.deepEqual([delivery?.status, delivery?.excerpt, delivery?.attempts], [200, 'thanks', 1])
})

test('webhook: formats are those of slack, gitter and flowdock, and names cannot mention anybody', async () => {
  await using hooks = await openHooks()
  await using receiver = await openReceiver()
  const { url } = receiver
  const { id } = await hooks.add([
    { format: 'slack', url },
    { format: 'gitter', url },
    { format: 'flowdock', url },
  ])
  await hooks.record('DEPLOYMENT_FAIL')
  await hooks.delivered(id, 3)
  const sentence = 'DEPLOY of shop <!channel> at aaaaaaaa failed'
  const bodies = receiver.heard.map(({ body }) => body)
  assert.ok(
    bodies.includes(JSON.stringify({ text: 'DEPLOY of shop &lt;!channel&gt; at aaaaaaaa failed' })),
  )
  const form = bodies.map((body) => new URLSearchParams(body)).find((one) => one.has('level'))
  assert.deepEqual([form?.get('message'), form?.get('level')], [sentence, 'error'])
  assert.ok(bodies.some((body) => body.includes('"external_user_name":"Berth"')))
})

test('webhook: gets only the events and applications that it names', async () => {
  await using hooks = await openHooks()
  await using receiver = await openReceiver()
  const application = await hooks.application()
  const filter = { events: ['META_DEPLOYMENT_RESULT'], scope: [application.id] }
  const { id } = await hooks.add([{ format: 'raw', url: receiver.url }], filter)
  await hooks.record('DEPLOYMENT_SUCCESS', 'app_other')
  await hooks.record('APPLICATION_STOP', application.id)
  await hooks.record('DEPLOYMENT_FAIL', application.id)
  await hooks.delivered(id)
  assert.deepEqual(
    (await hooks.deliveries(id)).map(({ eventName }) => eventName),
    ['DEPLOYMENT_FAIL'],
  )
})

test('webhook: a failed call is repeated with growing pauses under the same id, for a day', async () => {
  await using hooks = await openHooks()
  await using receiver = await openReceiver((response, count) => {
    response.writeHead(count < 3 ? 503 : 200).end('busy')
  })
  const { id } = await hooks.add([{ format: 'raw', url: receiver.url }])
  await hooks.record('DEPLOYMENT_FAIL')
  const { failure, dueAt } = await hooks.tried(id, 1)
  assert.equal(failure, 'It answered 503.')
  assert.equal(dueAt - hooks.platform.clock(), 10_000)
  hooks.move(10_000)
  const second = await hooks.tried(id, 2)
  assert.equal(second.dueAt - hooks.platform.clock(), 20_000)
  hooks.move(20_000)
  await hooks.delivered(id)
  assert.equal(new Set(receiver.heard.map(({ headers }) => headers['webhook-id'])).size, 1)
  assert.equal(new Set(receiver.heard.map(({ headers }) => headers['webhook-timestamp'])).size, 3)
})

test('webhook: one that fails for a day gives a delivery up, and for three is disabled with a mail', async () => {
  await using hooks = await openHooks()
  await using receiver = await openReceiver((response) => response.writeHead(500).end())
  const { id } = await hooks.add([{ format: 'raw', url: receiver.url }])
  await hooks.record('DEPLOYMENT_FAIL')
  await hooks.tried(id, 1)
  hooks.move(24 * 3_600_000)
  await until(async () => (await hooks.deliveries(id))[0]?.state === 'failed', {
    timeout: 300_000,
    what: 'the end of the attempts',
  })
  hooks.move(48 * 3_600_000)
  await hooks.record('DEPLOYMENT_FAIL')
  const mail = await hooks.mail(hooks.account.email)
  assert.match(mail.subject, /The webhook hook was disabled/)
  const webhook = await getWebhook(hooks.platform, hooks.ownerId, id)
  assert.equal(webhook.state, 'DISABLED')
  const calls = receiver.heard.length
  await hooks.record('DEPLOYMENT_FAIL')
  await until(
    async () =>
      (await hooks.platform.store.eventCursors.position('hooks')) ===
      (await hooks.platform.store.events.lastId()),
    { timeout: 300_000, what: 'the dispatch' },
  )
  assert.equal(receiver.heard.length, calls)
  const wanted = { name: '', scope: null, events: null, urls: webhook.urls }
  const enabled = await changeWebhook(hooks.platform, webhook, hooks.userId, {
    ...wanted,
    state: 'ENABLED',
  })
  assert.deepEqual([enabled.state, enabled.failingSince], ['ENABLED', null])
})

test('webhook: redirects are not followed, and an answer of 100 MB is read to a small bound', async () => {
  await using hooks = await openHooks()
  await using inner = await openReceiver()
  await using redirecting = await openReceiver((response) => {
    response.writeHead(302, { location: inner.url }).end()
  })
  let sent = 0
  await using huge = await openReceiver((response) => {
    response.writeHead(200)
    const chunk = Buffer.alloc(1024 * 1024, 'x')
    const more = () => {
      while (!response.destroyed && sent < 100) {
        sent += 1
        if (!response.write(chunk)) return
      }
      response.end()
    }
    response.on('drain', more).on('error', () => {})
    more()
  })
  const one = await hooks.add([{ format: 'raw', url: redirecting.url }])
  const other = await hooks.add([{ format: 'raw', url: huge.url }])
  await hooks.record('DEPLOYMENT_FAIL')
  assert.equal((await hooks.tried(one.id, 1)).status, 302)
  assert.equal(inner.heard.length, 0)
  const [delivery] = await hooks.delivered(other.id)
  assert.equal(delivery?.excerpt.length, 500)
  assert.ok(sent < 100, `${sent} MB`)
})

test('webhook: those that hang, as many as one owner has, delay no other owner and no other hook of theirs for good', async () => {
  await using hooks = await openHooks()
  const waiting: ServerResponse[] = []
  await using hanging = await openReceiver((response) => void waiting.push(response))
  await using healthy = await openReceiver()
  for (let count = 0; count < 6; count += 1) {
    await hooks.add([{ format: 'raw', url: hanging.url }])
  }
  const { platform, userId } = hooks
  const wanted = { name: '', scope: null, events: null }
  const urls = [{ format: 'raw', url: healthy.url } as const]
  const other = await createWebhook(platform, userId, userId, { ...wanted, urls })
  await hooks.record('DEPLOYMENT_FAIL')
  await until(() => waiting.length === 4, { timeout: 300_000, what: 'four calls of the owner' })
  await platform.store.transaction((store) =>
    store.events.add({
      ownerId: userId,
      date: 1,
      name: 'APPLICATION_STOP',
      subjectId: '',
      visibility: 'see',
      data: {},
    }),
  )
  await until(() => healthy.heard.length === 1, { timeout: 300_000, what: 'the healthy webhook' })
  assert.equal(waiting.length, 4, 'no more at once')
  for (const response of waiting.splice(0)) response.end()
  await until(() => waiting.length === 2, { timeout: 300_000, what: 'the two others' })
  for (const response of waiting.splice(0)) response.end()
  assert.equal(other.state, 'ENABLED')
})

test('webhook: an ended delivery is sent again under its id, and others are not found', async () => {
  await using hooks = await openHooks()
  await using receiver = await openReceiver()
  const webhook = await hooks.add([{ format: 'raw', url: receiver.url }])
  const other = await hooks.add([{ format: 'raw', url: receiver.url }], { state: 'DISABLED' })
  await hooks.record('DEPLOYMENT_SUCCESS')
  const [first] = await hooks.delivered(webhook.id)
  const { id } = first ?? assert.fail()
  await replayDelivery(hooks.platform, webhook, id)
  await hooks.delivered(webhook.id, 2)
  const [one, two] = receiver.heard
  assert.equal(one?.headers['webhook-id'], two?.headers['webhook-id'])
  assert.equal(one?.body, two?.body)
  for (const wrong of [id, 'x']) {
    await assert.rejects(replayDelivery(hooks.platform, other, wrong), { kind: 'missing' })
  }
})

test('webhook: private, plain and odd addresses, unknown events, and scopes of others are refused', async () => {
  await using hooks = await openHooks()
  const url = 'http://127.0.0.1:9/'
  const refused = (urls: WantedWebhook['urls'], filter: Partial<WantedWebhook> = {}) =>
    assert.rejects(hooks.add(urls, filter), { kind: 'invalid' })
  for (const wrong of [
    'http://169.254.169.254/latest',
    'http://example.com/',
    'https://10.0.0.1/',
    'ftp://127.0.0.1/',
    'x',
    `http://127.0.0.1/${'x'.repeat(2000)}`,
  ]) {
    await refused([{ format: 'raw', url: wrong }])
  }
  const good = { format: 'raw', url } as const
  await refused([])
  await refused(Array.from({ length: 6 }, () => good))
  await refused([good], { events: ['NO_SUCH_EVENT'] })
  await refused([good], { scope: ['app_of_somebody_else'] })
  await refused([good], { name: 'two\nlines' })
  for (let count = 0; count < 20; count += 1) await hooks.add([good])
  await assert.rejects(hooks.add([good]), { kind: 'conflict' })
})

test('webhook: a replay of one that is removed at the same moment is refused as missing', async () => {
  await using hooks = await openHooks()
  await using receiver = await openReceiver()
  const { platform, ownerId } = hooks
  const { id } = await hooks.add([{ format: 'raw', url: receiver.url }])
  await hooks.record('DEPLOYMENT_SUCCESS')
  const [delivery] = await hooks.delivered(id)
  const webhook = await getWebhook(platform, ownerId, id)
  const { find } = platform.store.webhookDeliveries
  platform.store.webhookDeliveries.find = async (wanted) => {
    const found = await find(wanted)
    await platform.store.webhooks.remove(webhook.id)
    return found
  }
  await assert.rejects(replayDelivery(platform, webhook, delivery?.id ?? ''), { kind: 'missing' })
})
