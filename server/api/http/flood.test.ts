import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { BlockList, connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { createConnectionLimit } from '#kit/concurrency/connection-limit.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { createAuthority } from '#kit/crypto/x509.ts'
import { ClientLimits } from '#kit/net/limits/client-limits.ts'
import { somebody } from '#tests/support/people/people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { openListener } from './api-server.ts'

const timeout = 300_000

let api: TestApi
before(async () => {
  api = await openTestApi()
})
after(() => api[Symbol.asyncDispose]())

/** A listener of the API with these limits. */
async function openLimited(options: {
  maxPerClient: number
  max?: number
  bodyTimeout?: number
  trustedProxies?: BlockList
}) {
  const { maxPerClient, max = 1000, bodyTimeout, trustedProxies = new BlockList() } = options
  const total = createConnectionLimit(max)
  const clients = new ClientLimits({ maxPerClient, total, trustedProxies })
  const place = { host: '127.0.0.1', port: 0, identity: createAuthority('test') }
  const listener = { ...api.listener, trustedProxies }
  const server = await openListener({ ...listener, ...place, clients, bodyTimeout }, listener)
  const sockets = new DisposableStack()
  return {
    port: server.port,
    clients,
    /** A connection from this address that sends these bytes and stays. */
    async stay(localAddress: string, bytes: string | Buffer = '') {
      const socket = connect({ port: server.port, host: '127.0.0.1', localAddress })
      sockets.defer(() => socket.destroy())
      await once(socket.on('error', () => {}).resume(), 'connect')
      if (bytes.length > 0) socket.write(bytes)
      return socket
    },
    async [Symbol.asyncDispose]() {
      sockets.dispose()
      await server.close(0)
    },
  }
}

/** The status of a request from this address. */
async function ask(
  port: number,
  localAddress: string,
  { path = '/health', headers = {} }: { path?: string; headers?: Record<string, string> } = {},
): Promise<number | undefined> {
  const sent = request({ port, host: '127.0.0.1', localAddress, path, headers, agent: false })
  const [answer] = (await once(sent.end(), 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode
}

const login = 'POST /v2/sessions/login HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\nemail='
/** Slow ones of every kind: silent, amid the head of a request, amid a handshake, amid a body. */
const slowBegins = ['', 'GET / HTTP/1.1\r\nHos', Buffer.from([0x16, 3, 1, 0, 200, 1]), login]

const closedOf = (sockets: Socket[]) => sockets.filter(({ destroyed }) => destroyed).length

test('API server: strangers from one address keep neither others out nor the same address', async () => {
  await using server = await openLimited({ maxPerClient: 8 })
  const flood: Socket[] = []
  for (let count = 0; count < 40; count += 1) {
    flood.push(await server.stay('127.0.0.2', slowBegins[count % slowBegins.length]))
  }
  assert.equal(await ask(server.port, '127.0.0.1'), 200)
  const isServed = () => ask(server.port, '127.0.0.2').catch(() => undefined)
  assert.equal(await until(isServed, { timeout, what: 'room for the same address' }), 200)
  await until(() => closedOf(flood) >= 33, { timeout, what: 'the end of those beyond the limit' })
})

test('API server: when all connections are taken, the address with most of them loses its own', async () => {
  await using server = await openLimited({ maxPerClient: 0, max: 12 })
  const few = [await server.stay('127.0.0.3'), await server.stay('127.0.0.3')]
  const flood: Socket[] = []
  for (let count = 0; count < 30; count += 1) {
    flood.push(await server.stay('127.0.0.2', slowBegins[count % slowBegins.length]))
  }
  assert.equal(await ask(server.port, '127.0.0.1'), 200)
  await until(() => closedOf(flood) >= 21, { timeout, what: 'the end of the flood' })
  assert.equal(closedOf(few), 0)
})

test('API server: a stream of somebody who is logged in is not closed for others', async () => {
  await using server = await openLimited({ maxPerClient: 2 })
  const { authorization } = await somebody(api)
  const from = { port: server.port, host: '127.0.0.1', localAddress: '127.0.0.2', agent: false }
  const stream = request({ ...from, path: '/v4/berth/self/events', headers: { authorization } })
  const [answer] = (await once(stream.end(), 'response')) as [IncomingMessage]
  assert.equal(answer.statusCode, 200)
  answer.resume()
  for (let count = 0; count < 10; count += 1) await server.stay('127.0.0.2')
  const isServed = () => ask(server.port, '127.0.0.2').catch(() => undefined)
  assert.equal(await until(isServed, { timeout, what: 'room for the same address' }), 200)
  assert.ok(server.clients.refused.idleConnections >= 1)
  assert.equal(stream.destroyed, false)
  stream.destroy()
})

test('API server: behind a trusted proxy requests count for the address it names, connections do not', async () => {
  const trustedProxies = new BlockList()
  trustedProxies.addAddress('127.0.0.9')
  await using server = await openLimited({ maxPerClient: 2, trustedProxies })
  const slow = (address: string) =>
    server.stay('127.0.0.9', login.replace('Host', `X-Forwarded-For: ${address}\r\nHost`))
  await slow('192.0.2.1')
  await slow('192.0.2.1')
  const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } })
  const isRefused = async () => (await ask(server.port, '127.0.0.9', from('192.0.2.1'))) === 429
  await until(isRefused, { timeout, what: 'the refusal' })
  assert.equal(await ask(server.port, '127.0.0.9', from('192.0.2.2')), 200)
})

test('API server: a body of a stranger that does not come in time ends with 408', async () => {
  await using server = await openLimited({ maxPerClient: 0, bodyTimeout: 500 })
  const socket = await server.stay('127.0.0.1')
  let heard = ''
  socket.on('data', (chunk) => {
    heard += chunk
  })
  socket.write(login)
  const trickle = setInterval(() => socket.write('.'), 100)
  try {
    await until(() => socket.destroyed, { timeout, what: 'the end of the connection' })
  } finally {
    clearInterval(trickle)
  }
  assert.match(heard, /^HTTP\/1\.1 408 /)
})
