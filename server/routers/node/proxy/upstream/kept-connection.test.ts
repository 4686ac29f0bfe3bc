import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { until, withTimeout } from '#kit/concurrency/timeout.ts'
import type { Exchange, ExchangeEvents } from './exchange.ts'
import { Pool } from './pool.ts'

const timeout = 300_000
const request = { method: 'GET', head: 'GET / HTTP/1.1\r\nHost: a\r\n\r\n' }
const small = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

/** A pool before an application whose connections write what the test says for each request. */
async function openScene(answer: (socket: Socket, requests: number) => void) {
  const sockets: Socket[] = []
  let requests = 0
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('data', () => answer(socket, ++requests)).on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  let ended = 0
  const { port } = server.address() as AddressInfo
  const pool = new Pool({ host: '127.0.0.1', port }, () => {
    ended += 1
  })
  return {
    pool,
    sockets,
    get ended() {
      return ended
    },
    /** Sends a request, and waits until it is over; `onHead` may act on it before. */
    async send(onHead: (exchange: Exchange) => void = () => {}) {
      const events: string[] = []
      const over = Promise.withResolvers<void>()
      const last = (event: string) => {
        events.push(event)
        over.resolve()
      }
      const recorder: ExchangeEvents = {
        onError: ({ code, message }, { isReused }) =>
          last(`error ${code ?? message}${isReused ? ' reused' : ''}`),
        onHead({ statusCode }, exchange) {
          events.push(`head ${statusCode}`)
          onHead(exchange)
        },
        onBody: (chunk) => void events.push(`body ${chunk.length}`),
        onPause: () => {},
        onEnd: () => last('end'),
        onCut: () => last('cut'),
      }
      const exchange = pool.send(request, recorder)
      await withTimeout(over.promise, timeout, 'the end of the request')
      return { events, exchange }
    },
    async [Symbol.asyncDispose]() {
      pool.endIdle()
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const isGone = (socket: Socket | undefined) => () => socket?.destroyed === true

test('kept connection: one request after the other uses the same connection', async () => {
  await using scene = await openScene((socket) => socket.write(small))
  for (let count = 0; count < 3; count++) {
    assert.deepEqual((await scene.send()).events, ['head 200', 'body 2', 'end'])
  }
  assert.equal(scene.sockets.length, 1)
  assert.equal(scene.ended, 3, 'none is in flight')
})

test('kept connection: an unrequested response closes it, and does not answer the next request', async () => {
  await using scene = await openScene((socket, requests) =>
    socket.write(
      requests === 1 ? `${small}HTTP/1.1 500 Stray\r\nContent-Length: 0\r\n\r\n` : small,
    ),
  )
  assert.deepEqual((await scene.send()).events, ['head 200', 'body 2', 'end'])
  await until(isGone(scene.sockets[0]), { timeout, what: 'the end of the connection' })
  assert.deepEqual((await scene.send()).events, ['head 200', 'body 2', 'end'])
  assert.equal(scene.sockets.length, 2)
})

test('kept connection: one that the application closes is told apart from one that it has closed meanwhile', async () => {
  await using scene = await openScene((socket, requests) => {
    if (requests === 2) socket.destroy()
    else socket.write(small)
  })
  await scene.send()
  assert.deepEqual((await scene.send()).events, ['error ECONNRESET reused'])
  await using dying = await openScene((socket) => socket.destroy())
  assert.deepEqual((await dying.send()).events, ['error ECONNRESET'])
})

test('kept connection: one that the application has just closed is not used, or seen to have been closed', async () => {
  await using scene = await openScene((socket) => socket.end(small))
  const seen = new Set<string>()
  // The end of one connection is often read together with a response on another, which frees that visitor for the next.
  const visit = async () => {
    for (let count = 0; count < 20; count++) seen.add((await scene.send()).events.join(', '))
  }
  await Promise.all(Array.from({ length: 10 }, visit))
  const expected = new Set([
    'head 200, body 2, end',
    'error ECONNRESET reused',
    'error EPIPE reused',
  ])
  assert.deepEqual(
    [...seen].filter((events) => !expected.has(events)),
    [],
  )
})

test('kept connection: a response that is cut is not one that has ended', async () => {
  await using scene = await openScene((socket) =>
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab'),
  )
  assert.deepEqual((await scene.send()).events, ['head 200', 'body 2', 'cut'])
  await using endless = await openScene((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nab'))
  assert.deepEqual((await endless.send()).events, ['head 200', 'body 2', 'end'])
})

test('kept connection: another protocol that nobody has asked for is refused', async () => {
  await using scene = await openScene((socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
  )
  const { events } = await scene.send()
  assert.deepEqual(events, ['error the application has sent what was not asked for'])
})

test('kept connection: it is not kept after `Connection: close`, nor when the upstream is not in use any more', async () => {
  await using scene = await openScene((socket) =>
    socket.write(small.replace('\r\n', '\r\nConnection: close\r\n')),
  )
  await scene.send()
  await until(isGone(scene.sockets[0]), { timeout, what: 'the end of the connection' })
  await using left = await openScene((socket) => socket.write(small))
  left.pool.isOpen = false
  await left.send()
  await until(isGone(left.sockets[0]), { timeout, what: 'the end of the other connection' })
})

test('kept connection: a finished exchange has no power over the next on its connection', async () => {
  await using scene = await openScene((socket) => socket.write(small))
  const { exchange } = await scene.send()
  const next = await scene.send((current) => {
    exchange.pause()
    exchange.destroy()
    assert.equal(current.isReused, true)
  })
  assert.deepEqual(next.events, ['head 200', 'body 2', 'end'])
})

test('kept connection: nothing is read while the visitor is full, and the rest after that', async () => {
  const size = 16 * 1024 * 1024
  let isWritten = false
  await using scene = await openScene((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`)
    socket.write(Buffer.alloc(size), () => {
      isWritten = true
    })
  })
  const { events } = await scene.send((exchange) => {
    exchange.pause()
    setImmediate(() => {
      assert.equal(isWritten, false)
      exchange.resume()
    })
  })
  const bytes = events.reduce((sum, event) => sum + Number(/^body (\d+)$/.exec(event)?.[1] ?? 0), 0)
  assert.deepEqual([bytes, events.at(-1)], [size, 'end'])
})
