import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { test } from 'node:test'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { createServer } from '#kit/net/http.ts'
import { forward } from './forward.ts'

const timeout = 120_000

/** What a visitor reads when an instance answers a request with these bytes, and what the instance has read. */
async function exchange(answer: string, request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n') {
  let read = ''
  const instance = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (part) => {
      read += part.toString('latin1')
      socket.end(answer, 'latin1')
    })
  }).listen(0, '127.0.0.1')
  const front = createServer((incoming, response) => {
    const { port } = instance.address() as AddressInfo
    const { signal } = new AbortController()
    forward(incoming, response, { host: '127.0.0.1', port }, signal).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await Promise.all(
    [instance, front].map((server) => server.listening || once(server, 'listening')),
  )
  try {
    const visitor = connect((front.address() as AddressInfo).port, '127.0.0.1')
    visitor.on('error', () => {})
    const parts: Buffer[] = []
    visitor.on('data', (part) => parts.push(part))
    visitor.write(request, 'latin1')
    await withTimeout(once(visitor, 'close'), timeout, 'the end of the connection')
    return { seen: Buffer.concat(parts).toString('latin1'), read }
  } finally {
    front.closeAllConnections()
    front.close()
    instance.close()
  }
}

const body = 'Content-Length: 2\r\n\r\nok'

test('activator: an answer that names trailers arrives without them', async () => {
  const { seen } = await exchange(`HTTP/1.1 200 OK\r\nTrailer: X-Sum\r\n${body}`)
  assert.match(seen, /^HTTP\/1\.1 200 OK\r\n/)
  assert.match(seen, /\r\n\r\nok$/)
  assert.doesNotMatch(seen, /trailer/i)
})

test('activator: a request that names trailers beside a length arrives without them', async () => {
  const request = `POST / HTTP/1.1\r\nHost: a\r\nTrailer: X-Sum\r\nTE: trailers\r\n${body}`
  const { seen, read } = await exchange(`HTTP/1.1 200 OK\r\n${body}`, request)
  assert.match(seen, /^HTTP\/1\.1 200 OK\r\n/)
  assert.match(read, /^POST \/ HTTP\/1\.1\r\n/)
  assert.doesNotMatch(read, /trailer/i)
})

test('activator: an answer that cannot be passed on ends the connection, and nothing else', async () => {
  const answers = [
    `HTTP/1.1 200 O\x01K\r\n${body}`,
    `HTTP/1.1 099 Low\r\n${body}`,
    `HTTP/1.1 000 Zero\r\n${body}`,
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nok',
    'no HTTP at all',
  ]
  for (const answer of answers) assert.equal((await exchange(answer)).seen, '', answer)
})
