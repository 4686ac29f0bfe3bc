import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, BlockList } from 'node:net'
import { after, before, test } from 'node:test'
import { WebSocket } from 'ws'
import { signedHeader } from '#client/http/node/oauth1.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { digestOf } from '#kit/crypto/digest.ts'
import { ClientLimits } from '#kit/net/limits/client-limits.ts'
import { HttpGuard } from '#kit/net/limits/http-guard.ts'
import { newId } from '#kit/text/ids.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import type { EventVisibility } from '#protocol/events.ts'
import { somebody } from '#tests/support/people/people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { createEventSockets } from './event-sockets.ts'

let api: TestApi
before(async () => {
  api = await openTestApi()
})
after(() => api[Symbol.asyncDispose]())

interface Message {
  type?: string
  message_type?: string
  id?: number
  event?: string
  data?: string
}

const path = '/v2/events/event-socket'

const openGuard = (trustedProxies?: BlockList) =>
  new HttpGuard({ clients: new ClientLimits({ maxPerClient: 0, trustedProxies }), trustedProxies })

/** A client of the socket that keeps what it hears. */
async function connect(options: {
  authorization?: string
  url?: string
  headers?: Record<string, string>
}) {
  const { authorization, url = api.url, headers = {} } = options
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers })
  const heard: Message[] = []
  let code: number | undefined
  socket.on('message', (data) => heard.push(JSON.parse(String(data))))
  socket.on('close', (given) => {
    code = given
  })
  const opened = Promise.withResolvers<void>()
  socket.on('open', () => opened.resolve())
  socket.on('error', opened.reject)
  await opened.promise
  if (authorization) socket.send(JSON.stringify({ message_type: 'oauth', authorization }))
  return {
    socket,
    heard,
    events: () => heard.filter(({ event }) => event !== undefined),
    ready: () =>
      until(() => heard.some(({ message_type }) => message_type === 'socket_ready'), {
        timeout: 300_000,
        what: 'socket_ready',
      }),
    closed: () => until(() => code, { timeout: 300_000, what: 'the end of the socket' }),
    [Symbol.dispose]: () => socket.terminate(),
  }
}

const record = (ownerId: OwnerId, name: string, visibility: EventVisibility = 'see') =>
  api.platform.store.transaction((store) =>
    store.events.add({
      ownerId,
      date: 5,
      name,
      subjectId: 'app_1',
      visibility,
      data: { id: 'app_1', uuid: 'deployment_1' },
    }),
  )

const member = (role: 'DEVELOPER' | 'ACCOUNTING' = 'DEVELOPER') =>
  somebody(api, { role, organisationId: api.account.organisationId })

const heardLast = (client: Awaited<ReturnType<typeof connect>>, name: string) =>
  until(() => client.events().some(({ event }) => event === name), { timeout: 300_000, what: name })

test('event socket: after the authorization come events of the own owners, with data as JSON text', async () => {
  const { organisationId } = api.account
  const ann = await member()
  using client = await connect({ authorization: ann.authorization })
  await client.ready()
  const stranger = await somebody(api)
  await record(stranger.id, 'APPLICATION_STOP')
  await record(organisationId, 'DEPLOYMENT_ACTION_BEGIN')
  await record(ann.id, 'ACCOUNT_EDITION', 'account')
  await heardLast(client, 'ACCOUNT_EDITION')
  assert.deepEqual(client.events(), [
    {
      event: 'DEPLOYMENT_ACTION_BEGIN',
      date: 5,
      data: JSON.stringify({ id: 'app_1', uuid: 'deployment_1' }),
    },
    {
      event: 'ACCOUNT_EDITION',
      date: 5,
      data: JSON.stringify({ id: 'app_1', uuid: 'deployment_1' }),
    },
  ])
})

test('event socket: an accountant hears of bills and not of applications', async () => {
  const { organisationId } = api.account
  const carl = await member('ACCOUNTING')
  using client = await connect({ authorization: carl.authorization })
  await client.ready()
  await record(organisationId, 'DEPLOYMENT_ACTION_BEGIN')
  await record(organisationId, 'INVOICE_ISSUED', 'bill')
  await heardLast(client, 'INVOICE_ISSUED')
  assert.equal(client.events().length, 1)
})

test('event socket: a signature covers /v2/events/, and a wrong one is answered with the error 2001', async () => {
  const { account } = api
  const ann = await member()
  const { consumerKey, consumerSecret } = account
  const credentials = { consumerKey, consumerSecret, token: ann.token, secret: ann.secret }
  const signedFor = (place: string) =>
    signedHeader(credentials, 'GET', new URL(`${api.url}${place}`))
  using client = await connect({ authorization: signedFor('/v2/events/') })
  await client.ready()
  for (const authorization of [signedFor('/v2/self'), 'OAuth x="y"', 'Bearer x', 'a\nb', '']) {
    using refused = await connect({})
    refused.socket.send(JSON.stringify({ message_type: 'oauth', authorization }))
    assert.equal(await refused.closed(), 1008, authorization)
    assert.deepEqual([refused.heard[0]?.type, refused.heard[0]?.id], ['error', 2001])
  }
})

test('event socket: the bridge takes an API token, by message or by header', async () => {
  const ann = await member()
  await api.platform.store.apiTokens.add({
    id: newId('api_tokens'),
    digest: digestOf('ann'),
    userId: ann.id,
    name: '',
    description: '',
    from: '',
    createdAt: 1,
    lastUsedAt: Date.now(),
    expiresAt: Date.now() + 1e6,
  })
  const authorization = 'Bearer ann'
  using byMessage = await connect({ url: api.bridge, authorization })
  await byMessage.ready()
  using byHeader = await connect({ url: api.bridge, headers: { authorization } })
  await byHeader.ready()
})

test('event socket: ends by itself when the access token is revoked', async () => {
  const ann = await member()
  using client = await connect({ authorization: ann.authorization })
  await client.ready()
  await api.platform.store.accessTokens.removeOf(ann.id)
  assert.equal(await client.closed(), 1008)
  assert.equal(client.heard.at(-1)?.id, 2001)
})

test('event socket: pings, and cuts off who does not answer or never authenticates', async () => {
  // Both are long enough for those who answer on a busy machine.
  const heartbeat = 1000
  const sockets = createEventSockets(api.listener, openGuard(), {
    authentication: 3000,
    heartbeat,
    write: 10_000,
  })
  const server = createServer().on('upgrade', sockets.onUpgrade)
  using ending = new DisposableStack()
  ending.defer(() => server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  using silent = await connect({ url })
  assert.equal(await silent.closed(), 1008)
  const ann = await member()
  using deaf = await connect({ url, authorization: ann.authorization })
  using polite = await connect({ url, authorization: ann.authorization })
  const ping = { type: 'heartbeat', heartbeat_msg: 'ping', heartbeat_delay_ms: heartbeat }
  polite.socket.on('message', (data) => {
    if (!String(data).includes('ping')) return
    polite.socket.send(JSON.stringify({ type: 'heartbeat', heartbeat_msg: 'pong' }))
  })
  assert.equal(await deaf.closed(), 1006)
  assert.deepEqual(
    deaf.heard.find(({ type }) => type === 'heartbeat'),
    ping,
  )
  const pings = () => polite.heard.filter(({ type }) => type === 'heartbeat')
  await until(() => pings().length > 3, { timeout: 300_000, what: 'pings' })
  sockets.end()
  assert.equal(await polite.closed(), 1001)
})

test('event socket: whoever leaves the organisation hears nothing more of it, and a new member does', async () => {
  const { organisationId } = api.account
  const { members } = api.platform.store
  const ann = await member()
  using client = await connect({ authorization: ann.authorization })
  await client.ready()
  await members.remove(organisationId, ann.id)
  await record(organisationId, 'APPLICATION_STOP')
  await record(ann.id, 'ACCOUNT_EDITION', 'account')
  await heardLast(client, 'ACCOUNT_EDITION')
  assert.equal(client.events().length, 1)
  await members.put({ organisationId, userId: ann.id, role: 'DEVELOPER', job: '' })
  await until(
    async () => {
      await record(organisationId, 'APPLICATION_CREATION')
      return client.events().some(({ event }) => event === 'APPLICATION_CREATION')
    },
    { timeout: 300_000, every: 200, what: 'an event for the new member' },
  )
})

test('event socket: too long a message, too many messages, and pages of other sites are refused', async () => {
  const ann = await member()
  using long = await connect({})
  long.socket.send('x'.repeat(20_000))
  assert.equal(await long.closed(), 1009)
  using chatty = await connect({ authorization: ann.authorization })
  await chatty.ready()
  for (let count = 0; count < 30; count += 1) chatty.socket.send('{}')
  assert.equal(await chatty.closed(), 1008)
  const headers = { origin: 'https://evil.test' }
  await assert.rejects(connect({ headers }), /403/)
  using own = await connect({
    headers: { origin: 'https://api.example.test' },
    authorization: ann.authorization,
  })
  await own.ready()
})

test('event socket: one user has 20 at most, and another path is no socket', async () => {
  const ann = await member()
  const clients = []
  for (let count = 0; count < 20; count += 1) {
    const client = await connect({ authorization: ann.authorization })
    await client.ready()
    clients.push(client)
  }
  using beyond = await connect({ authorization: ann.authorization })
  assert.equal(await beyond.closed(), 1013)
  for (const client of clients) client.socket.terminate()
  const other = new WebSocket(`${api.url.replace('http', 'ws')}/v2/self`)
  const [error] = await new Promise<[Error]>((heard) =>
    other.on('error', (...given) => heard(given)),
  )
  assert.match(error.message, /401/)
})

/** Sockets of a listener whose clients a proxy at 127.0.0.1 names. */
async function openBehindProxy() {
  const trustedProxies = new BlockList()
  trustedProxies.addAddress('127.0.0.1')
  const sockets = createEventSockets({ ...api.listener, trustedProxies }, openGuard(trustedProxies))
  const server = createServer().on('upgrade', sockets.onUpgrade)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]: () => void server.close(),
  }
}

test('event socket: silent ones of many addresses, behind a proxy too, do not keep anybody else out', async () => {
  using proxied = await openBehindProxy()
  using silent = new DisposableStack()
  const flood: Awaited<ReturnType<typeof connect>>[] = []
  for (let count = 0; count < 220; count += 1) {
    const headers = { 'x-forwarded-for': `192.0.2.${Math.floor(count / 20)}` }
    // One that is refused has no more effect on others than one that is closed.
    const socket = await connect({ url: proxied.url, headers }).catch(() => undefined)
    if (socket) flood.push(silent.use(socket))
  }
  const ann = await member()
  const headers = { 'x-forwarded-for': '198.51.100.1' }
  const { authorization } = ann
  using client = await connect({ url: proxied.url, authorization, headers })
  await client.ready()
  const isOpen = ({ socket }: (typeof flood)[number]) => socket.readyState === WebSocket.OPEN
  assert.ok(flood.length > 200)
  await until(() => flood.filter(isOpen).length < 200, { timeout: 300_000, what: 'their end' })
  await record(ann.id, 'ACCOUNT_EDITION', 'account')
  await heardLast(client, 'ACCOUNT_EDITION')
})
