import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { until, withTimeout } from '#kit/concurrency/timeout.ts'
import { connectionOf } from '#kit/net/connection-facts.ts'
import { Http2Listener } from '#routers/node/proxy/http2/http2-server.ts'
import { serve } from '#routers/node/proxy/serve.ts'
import { startWebApplication } from '#tests/support/applications/web-application.ts'
import { routeTo } from '#tests/support/visitors/route.ts'
import { routerContext } from '#tests/support/visitors/router-context.ts'
import { beginVisit } from '#tests/support/visitors/visitor.ts'
import { Upload, type UploadLimits, UploadTimeouts } from './upload-timeouts.ts'

const timeout = 300_000

test('upload: it is too slow when it is silent, or when few bytes come over a whole window', () => {
  const limits = { timeout: 60_000, minRate: 500 }
  const begin = performance.now()
  const after = (seconds: number) => begin + 1000 * seconds
  const opened = () => new Upload(assert.fail, assert.fail)
  const silent = opened()
  silent.received(1e6, after(1))
  assert.equal(silent.isTooSlow(after(60), limits), false)
  assert.equal(silent.isTooSlow(after(62), limits), true)

  const slow = opened()
  const trickling = opened()
  const cut: number[] = []
  for (let second = 1; second <= 200; second += 1) {
    slow.received(600, after(second))
    // What came fast at first counts for the first window only.
    trickling.received(second < 10 ? 1e6 : 400, after(second))
    assert.equal(slow.isTooSlow(after(second), limits), false, `600 bytes per second, ${second} s`)
    if (trickling.isTooSlow(after(second), limits)) cut.push(second)
  }
  assert.ok((cut[0] ?? 0) >= 119 && (cut[0] ?? 0) <= 122, `${cut[0]} s`)

  const waiting = opened()
  waiting.pause()
  assert.equal(waiting.isTooSlow(after(1000), limits), false, 'the application does not read')
  waiting.resume()
  assert.equal(waiting.isTooSlow(after(59), limits), false)
})

/** Listeners for both versions of HTTP before an application that reads bodies and answers after them. */
async function openScene(limits: UploadLimits) {
  const bodies: IncomingMessage[] = []
  const held: ServerResponse[] = []
  const application = await startWebApplication((request, response) => {
    bodies.push(request.resume())
    request.on('end', () => response.end('whole'))
  })
  application.server.on('checkContinue', (_request, response) => void held.push(response))
  const context = routerContext({ uploads: new UploadTimeouts(limits) })
  context.table.applyState([routeTo([application.address])])
  const onRequest = (request: IncomingMessage, response: Parameters<typeof serve>[1]) =>
    serve(context, response, connectionOf(request.socket))
  const server = createHttpServer(onRequest).on('checkContinue', onRequest).listen(0, '127.0.0.1')
  const http2 = new Http2Listener(context)
  const server2 = createServer((socket) => http2.accept(socket)).listen(0, '127.0.0.1')
  await Promise.all([once(server, 'listening'), once(server2, 'listening')])
  const portOf = (opened: { address(): unknown }) => (opened.address() as AddressInfo).port
  const session = connectHttp2(`http://127.0.0.1:${portOf(server2)}`).on('error', () => {})
  return {
    bodies,
    held,
    session,
    post(headers = {}) {
      const method = 'POST'
      return beginVisit(portOf(server), { method, headers }).on('error', () => {})
    },
    async [Symbol.asyncDispose]() {
      session.destroy()
      server.closeAllConnections()
      server.close()
      server2.close()
      await application[Symbol.asyncDispose]()
    },
  }
}

test('uploads: one that goes silent gets 408 over both versions of HTTP, and its instance is freed', async () => {
  await using scene = await openScene({ timeout: 1000, minRate: 0 })
  const visit = scene.post()
  visit.write('a part')
  const [answer] = (await withTimeout(once(visit, 'response'), timeout, '408')) as [IncomingMessage]
  assert.equal(answer.statusCode, 408)
  assert.equal(answer.headers.connection, 'close')
  await until(() => scene.bodies[0]?.destroyed, { timeout, what: 'the end of the request' })

  const stream = scene.session.request({ ':method': 'POST', ':authority': 'app.test' })
  stream.on('error', () => {}).write('a part')
  const [headers] = await withTimeout(once(stream, 'response'), timeout, '408')
  assert.equal(headers[':status'], 408)
  await until(() => scene.bodies[1]?.destroyed, { timeout, what: 'the end of the request' })
  stream.resume()
  await until(() => stream.closed, { timeout, what: 'the end of the stream' })
  assert.equal(scene.session.destroyed, false, 'other requests of the connection go on')
})

test('uploads: one that trickles gets 408, although it is never silent', async () => {
  await using scene = await openScene({ timeout: 500, minRate: 1e9 })
  const visit = scene.post()
  const trickle = setInterval(() => visit.write('.'), 10)
  try {
    const [answer] = await withTimeout(once(visit, 'response'), timeout, '408')
    assert.equal((answer as IncomingMessage).statusCode, 408)
  } finally {
    clearInterval(trickle)
  }
})

test('uploads: a visitor that waits for a 100 response is not cut off', async () => {
  await using scene = await openScene({ timeout: 1000, minRate: 0 })
  const waiting = scene.post({ Expect: '100-continue', 'Content-Length': '4' })
  let isAnswered = false
  waiting.on('response', () => {
    isAnswered = true
  })
  waiting.flushHeaders()
  await until(() => scene.held.length === 1, { timeout, what: 'the request' })
  // Begun later, it shows that the time has passed.
  const silent = scene.post()
  silent.write('a part')
  const [answer] = await withTimeout(once(silent, 'response'), timeout, '408')
  assert.equal((answer as IncomingMessage).statusCode, 408)
  assert.equal(isAnswered, false)
  scene.held[0]?.writeContinue()
  await withTimeout(once(waiting, 'continue'), timeout, 'the 100 response')
  waiting.destroy()
})
