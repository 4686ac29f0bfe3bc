import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { test } from 'node:test'
import { freePort } from '#kit/net/free-port.ts'
import { probe } from './health-probe.ts'

const host = '127.0.0.1'
const asked = { host: 'shop.example.test', path: '/health' }
const never = new AbortController().signal

async function listening<S extends Server>(server: S): Promise<S & AsyncDisposable> {
  server.listen(0, host)
  await once(server, 'listening')
  return Object.assign(server, {
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      await closed
    },
  })
}

const answering = (listener: RequestListener) => listening(createServer(listener))
const addressOf = (server: Server) => ({ host, port: (server.address() as AddressInfo).port })

test('health probe: asks like a visitor behind the router, and returns the status', async () => {
  const requests: unknown[] = []
  await using server = await answering(({ method, url, headers }, response) => {
    const { host, 'x-forwarded-proto': protocol, connection } = headers
    requests.push({ method, url, host, protocol, connection })
    response.writeHead(requests.length === 1 ? 503 : 200).end('x'.repeat(100_000))
  })
  assert.equal(await probe(addressOf(server), asked, never), 503)
  assert.equal(await probe(addressOf(server), asked, never), 200)
  const seen = { method: 'GET', url: '/health', host: asked.host }
  const each = { ...seen, protocol: 'https', connection: 'close' }
  assert.deepEqual(requests, [each, each])
})

test('health probe: nothing that listens, and no HTTP, are no answer', async () => {
  assert.equal(await probe({ host, port: await freePort() }, asked, never), undefined)
  await using other = await listening(
    createTcpServer((socket) =>
      socket
        .on('error', () => {})
        .resume()
        .end('220 mail\r\n'),
    ),
  )
  assert.equal(await probe(addressOf(other), asked, never), undefined)
})

test('health probe: a server that says nothing is left when the check is over', async () => {
  await using silent = await listening(
    createTcpServer((socket) => socket.on('error', () => {}).resume()),
  )
  const over = new AbortController()
  silent.once('connection', (socket) => socket.once('data', () => over.abort()))
  assert.equal(await probe(addressOf(silent), asked, over.signal), undefined)
  assert.equal(await probe(addressOf(silent), asked, AbortSignal.abort()), undefined)
})
