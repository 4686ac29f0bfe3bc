import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type ClientHttp2Stream, connect, type Settings } from 'node:http2'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { createConnectionLimit } from '#kit/concurrency/connection-limit.ts'
import { until, withTimeout } from '#kit/concurrency/timeout.ts'
import { startWebApplication } from '#tests/support/applications/web-application.ts'
import { routeTo } from '#tests/support/visitors/route.ts'
import { routerContext } from '#tests/support/visitors/router-context.ts'
import { type Http2Limits, Http2Listener } from './http2-server.ts'

const timeout = 300_000

/** A listener without TLS before an application that answers when the test says so, and a visitor. */
async function openScene(limits: Http2Limits, settings: Settings = {}, readTimeout = 60_000) {
  const held: ServerResponse[] = []
  const application = await startWebApplication((_, response) => void held.push(response))
  const context = routerContext({ readTimeout })
  context.table.applyState([routeTo([application.address])])
  const listener = new Http2Listener(context, limits)
  const server = createServer((socket) => listener.accept(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const visitor = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    settings,
  })
  visitor.on('error', () => {})
  return {
    held,
    visitor,
    request(): ClientHttp2Stream {
      const stream = visitor.request({ ':path': '/', ':authority': 'app.test' })
      return stream.on('error', () => {})
    },
    async [Symbol.asyncDispose]() {
      visitor.destroy()
      server.close()
      await application[Symbol.asyncDispose]()
    },
  }
}

test('HTTP/2 server: requests beyond the limit of the process are refused, and the visitor may send them again', async () => {
  const connections = createConnectionLimit(2)
  await using scene = await openScene({ connections, idle: 60_000, silence: 60_000 })
  const served = [scene.request(), scene.request(), scene.request()]
  await until(() => scene.held.length === 3, { timeout, what: 'the first requests' })
  const refused = scene.request()
  await until(() => refused.closed, { timeout, what: 'the refusal' })
  assert.equal(refused.rstCode, 7)
  for (const response of scene.held.splice(0)) response.end('done')
  for (const stream of served) stream.resume()
  await until(() => served.every(({ closed }) => closed), { timeout, what: 'the responses' })
  await until(() => !connections.isReached, { timeout, what: 'room' })
  scene.request()
  await until(() => scene.held.length === 1, { timeout, what: 'a later request' })
})

test('HTTP/2 server: it announces that it pushes nothing', async () => {
  const connections = createConnectionLimit(2)
  await using scene = await openScene({ connections, idle: 60_000, silence: 60_000 })
  await withTimeout(once(scene.visitor, 'remoteSettings'), timeout, 'the settings')
  assert.equal(scene.visitor.remoteSettings.enablePush, false)
})

test('HTTP/2 server: a visitor that never reads a response loses the connection', async () => {
  const limits = { connections: createConnectionLimit(10), idle: 1000, silence: 50 }
  await using scene = await openScene(limits, { initialWindowSize: 0 })
  scene.request()
  await until(() => scene.held.length === 1, { timeout, what: 'the request' })
  scene.held[0]?.end('never read')
  await withTimeout(once(scene.visitor, 'close'), timeout, 'the end of the connection')
})

test('HTTP/2 server: a response that is never read ends, also when all of it waits for the visitor', async () => {
  const limits = { connections: createConnectionLimit(10), idle: 60_000, silence: 60_000 }
  await using scene = await openScene(limits, { initialWindowSize: 0 }, 100)
  const stream = scene.request()
  await until(() => scene.held.length === 1, { timeout, what: 'the request' })
  scene.held[0]?.end('never read')
  await until(() => stream.closed, { timeout, what: 'the end of the response' })
  assert.equal(scene.visitor.destroyed, false, 'other requests of the connection go on')
})
