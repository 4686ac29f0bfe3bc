import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { plaintextHeader } from '#client/http/node/oauth1.ts'
import { until, withTimeout } from '#kit/concurrency/timeout.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { type App, createApp } from './app.ts'
import { endpoint } from './endpoint.ts'
import { type EventStreamOptions, eventStream } from './event-stream.ts'

/** The API without a port: a `Request` in, a `Response` out. */
let api: TestApi
let app: App
before(async () => {
  api = await openTestApi()
  app = createApp(api.listener)
})
after(() => api[Symbol.asyncDispose]())

const at = (path: string, init?: RequestInit) => new Request(`http://127.0.0.1:4000${path}`, init)

test('app: a signed request is answered without a port', async () => {
  const headers = { authorization: plaintextHeader(api.account) }
  const response = await app.fetch(at('/v2/self', { headers }))
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
  assert.match(await response.text(), /"email":"/)
})

test('app: the path is used as sent, without URL normalisation', async () => {
  const connection = { peer: '127.0.0.1', isTls: false }
  const targets = [
    '/v2/nothing/../self',
    '*',
    'http://127.0.0.1/v2/self',
    '/v2/%73elf',
    '/v2/self//',
  ]
  for (const target of targets) {
    const response = await app.fetch(at('/v2/self'), { ...connection, target })
    assert.equal(response.status, 404, target)
  }
})

test('app: HEAD is answered like any unsupported method', async () => {
  const { status, headers, body } = await app.fetch(at('/v2/self', { method: 'HEAD' }))
  assert.deepEqual([status, headers.get('allow'), body], [405, 'GET, PUT, DELETE', null])
})

test('app: a body without declared length is read up to the limit', async () => {
  const authorization = plaintextHeader(api.account)
  const put = (size: number) =>
    app.fetch(
      at('/v2/self/keys/mine', {
        method: 'PUT',
        headers: { authorization },
        body: JSON.stringify('x'.repeat(size)),
      }),
    )
  assert.equal((await put(64 * 1024)).status, 413)
  assert.equal((await put(1024)).status, 400)
})

test('app: public files have an ETag, and text is compressed if accepted', async () => {
  const headers = { 'accept-encoding': 'gzip' }
  const first = await app.fetch(at('/style.css', { headers }))
  assert.equal(first.headers.get('content-encoding'), 'gzip')
  const etag = first.headers.get('etag') ?? ''
  assert.match(etag, /^(W\/)?"[0-9a-f]{40}"$/)
  const plain = await app.fetch(at('/style.css'))
  assert.match(await plain.text(), /^/)
  assert.equal(plain.headers.get('content-encoding'), null)
  const again = await app.fetch(at('/style.css', { headers: { 'if-none-match': etag } }))
  assert.deepEqual([again.status, await again.text()], [304, ''])
  assert.equal(again.headers.get('access-control-allow-origin'), '*')
})

/** An event stream at `/stream`; `ended` resolves when its slots are released. */
function streamWith(more: Partial<EventStreamOptions<number>>) {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const slots = new DisposableStack()
  slots.defer(resolve)
  const stream = endpoint({
    method: 'GET',
    path: '/stream',
    access: 'anyone',
    summary: 'Streams numbers',
    handle: async ({ request }) =>
      eventStream<number>({
        slots,
        gone: request.signal,
        name: 'NUMBER',
        toWire: (number) => ({ id: String(number), body: number }),
        endedBy: undefined,
        log: () => {},
        events: (signal) => untilGone(signal),
        ...more,
      }),
  })
  return { ended, app: createApp({ ...api.listener, endpoints: [stream] }) }
}

async function* untilGone(gone: AbortSignal): AsyncGenerator<number> {
  if (!gone.aborted) await once(gone, 'abort')
  yield* []
}

async function* count(to: number): AsyncGenerator<number> {
  for (let number = 1; number <= to; number += 1) yield number
}

test('event stream: ends at once when the reader is already gone', async () => {
  const { app, ended } = streamWith({})
  await app.fetch(at('/stream', { signal: AbortSignal.abort() }))
  await withTimeout(ended, 60_000, 'the end of the stream')
})

test('event stream: ends when the reader disconnects', async () => {
  const { app, ended } = streamWith({})
  const response = await app.fetch(at('/stream'))
  await response.body?.cancel()
  await withTimeout(ended, 60_000, 'the end of the stream')
})

test('event stream: begins with a heartbeat, and sends the reason when it ends', async () => {
  const { app } = streamWith({ events: () => count(2), endedBy: 'UNTIL_REACHED' })
  const response = await app.fetch(at('/stream'))
  assert.equal(
    await response.text(),
    [
      'event:HEARTBEAT\ndata:{}\n\n',
      'id:1\nevent:NUMBER\ndata:1\n\n',
      'id:2\nevent:NUMBER\ndata:2\n\n',
      'event:END_OF_STREAM\ndata:{"endedBy":"UNTIL_REACHED"}\n\n',
    ].join(''),
  )
})

test('event stream: the source waits for a slower reader (backpressure)', async () => {
  let given = 0
  const source = async function* () {
    for await (const number of count(100_000)) {
      given = number
      yield number
    }
  }
  const { app } = streamWith({ events: source, endedBy: 'UNTIL_REACHED' })
  const response = await app.fetch(at('/stream'))
  await until(() => Promise.resolve(given > 100), { timeout: 300_000, what: 'the first events' })
  await new Promise((resolve) => setImmediate(resolve))
  assert.ok(given < 10_000, `${given} events wait`)
  const text = await response.text()
  assert.match(text, /id:100000\n(.|\n)*END_OF_STREAM/)
})

test('event stream: an error breaks the connection instead of ending the stream', async () => {
  const lines: string[] = []
  const source = async function* () {
    yield* count(1)
    throw new Error('the disk is gone')
  }
  const { app, ended } = streamWith({ events: source, log: (line) => lines.push(line) })
  const response = await app.fetch(at('/stream'))
  await assert.rejects(response.text())
  await ended
  assert.match(lines.join(), /^bug: Error: the disk is gone/)
})

test("app: the process's globals are Node's own", async () => {
  const native = await fetch(`${api.url}/health`)
  assert.equal(native.constructor, Response)
  assert.ok((await app.fetch(at('/health'))) instanceof Response)
  assert.match(Function.prototype.toString.call(Request), /class _?Request/)
  assert.equal(Object.getPrototypeOf(Request), Function.prototype)
})
