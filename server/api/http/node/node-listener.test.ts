import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { plaintextHeader } from '#client/http/node/oauth1.ts'
import { until, withTimeout } from '#kit/concurrency/timeout.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'

/** The Node adapter between sockets and an app, tested with raw bytes. */
let api: TestApi
let signed: string
before(async () => {
  api = await openTestApi()
  signed = `host: x\r\nauthorization: ${plaintextHeader(api.account)}\r\n`
})
after(() => api[Symbol.asyncDispose]())

const open = () => connect(Number(new URL(api.url).port), '127.0.0.1')

/** Sends raw requests and returns everything received until the connection ends. */
async function exchange(...requests: string[]): Promise<string> {
  const socket = open()
  const answer = text(socket)
  for (const request of requests) socket.write(request)
  return withTimeout(answer, 60_000, 'the end of the connection')
}

const last = 'connection: close\r\n'
const statusesIn = (answer: string) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status)
const health = `GET /health HTTP/1.1\r\nhost: x\r\n${last}\r\n`

test('Node listener: an invalid request target or Host is refused with our own message', async () => {
  const heads = [
    'OPTIONS * HTTP/1.1\r\nhost: x',
    'GET /v2/self HTTP/1.1\r\nhost: a b',
    'GET /v2/self HTTP/1.1\r\nhost: x:99999',
    'GET /v2/self HTTP/1.1\r\nhost: [::1',
    'GET /v2/self HTTP/1.1\r\nhost: user@x/path?query',
    'GET /v2\\self HTTP/1.1\r\nhost: x',
  ]
  for (const head of heads) {
    const answer = await exchange(`${head}\r\n${last}\r\n`)
    assert.match(answer, /^HTTP\/1\.1 400 /, head)
    assert.match(
      answer,
      /\{"id":400,"message":"The request target or the Host header is malformed\.","type":"error"\}$/,
    )
  }
  const absolute = await exchange(`GET http://x/v2/self HTTP/1.1\r\n${signed}${last}\r\n`)
  assert.match(absolute, /^HTTP\/1\.1 404 /)
})

test('Node listener: a request without Host is answered in HTTP/1.0', async () => {
  assert.match(await exchange('GET /health HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /)
})

test('Node listener: a path is matched and signed as sent', async () => {
  const dots = await exchange(`GET /v2/nothing/../self HTTP/1.1\r\n${signed}${last}\r\n`)
  assert.match(dots, /^HTTP\/1\.1 404 (?:.|\r|\n)*Not found: \/v2\/nothing\/\.\.\/self\./)
})

test('Node listener: an unread body does not affect the next request of the connection', async () => {
  const body = 'x'.repeat(200_000)
  const firsts = [
    `GET /health HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\nhello`,
    `DELETE /v2/nothing HTTP/1.1\r\n${signed}content-length: ${body.length}\r\n\r\n${body}`,
    `PUT /v2/self HTTP/1.1\r\n${signed}content-length: ${body.length}\r\n\r\n${body}`,
    `GET /v2/nothing HTTP/1.1\r\n${signed}transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
  ]
  for (const first of firsts) {
    const statuses = statusesIn(await exchange(first, health))
    assert.deepEqual([statuses.length, statuses[1]], [2, '200'], first.slice(0, 40))
  }
})

test('Node listener: a client that is slow to send a refused body keeps its connection', async () => {
  const body = 'x'.repeat(200_000)
  for (const length of [`content-length: ${body.length}`, 'transfer-encoding: chunked']) {
    const isChunked = length.startsWith('transfer')
    const first = isChunked ? `${body.length.toString(16)}\r\n${body}\r\n` : body.slice(0, 9)
    const socket = open()
    const answer = text(socket)
    socket.write(`PUT /v2/self HTTP/1.1\r\n${signed}${length}\r\n\r\n${first}`)
    await once(socket, 'readable')
    await setTimeout(1000)
    socket.write(isChunked ? '0\r\n\r\n' : body.slice(9))
    socket.write(health)
    const statuses = statusesIn(await withTimeout(answer, 60_000, 'the end of the connection'))
    assert.deepEqual(statuses, ['413', '200'], length)
  }
})

test('Node listener: a chunked body is read up to the limit, and the client gets the refusal', async () => {
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  const answer = await exchange(
    `PUT /v2/self HTTP/1.1\r\n${signed}${last}transfer-encoding: chunked\r\n\r\n`,
    chunk,
    chunk,
    '0\r\n\r\n',
  )
  assert.match(answer, /^HTTP\/1\.1 413 (?:.|\r|\n)*The body is larger than 64 kB/)
})

test('Node listener: responses have a Content-Length, and an empty one has no body headers', async () => {
  const self = await exchange(`GET /v2/self HTTP/1.1\r\n${signed}${last}\r\n`)
  assert.match(self, /\r\ncontent-length: \d+\r\n/)
  assert.doesNotMatch(self, /transfer-encoding/i)
  const home = await exchange(`GET / HTTP/1.1\r\nhost: x\r\n${last}\r\n`)
  assert.match(home, /^HTTP\/1\.1 303 (?:.|\r|\n)*\r\ncontent-length: 0\r\n(?:.|\r|\n)*\r\n\r\n$/)
  const asked = await exchange(`OPTIONS /v2/self HTTP/1.1\r\nhost: x\r\n${last}\r\n`)
  assert.match(asked, /^HTTP\/1\.1 204 (?:.|\r|\n)*\r\n\r\n$/)
})

test("Node listener: a disconnected reader releases its stream's slots", async () => {
  const { id, ownerId } = await api.application()
  const taken: Disposable[] = []
  const { streamLimits } = api.platform
  const take = streamLimits.take.bind(streamLimits)
  let isFree = false
  api.platform.streamLimits = {
    take(wanted) {
      const slots = take(wanted)
      slots.defer(() => {
        isFree = true
      })
      taken.push(slots)
      return slots
    },
  }
  const reader = open()
  reader.write(
    `GET /v4/logs/organisations/${ownerId}/applications/${id}/logs HTTP/1.1\r\n${signed}\r\n`,
  )
  await withTimeout(once(reader, 'data'), 60_000, 'the first heartbeat')
  assert.deepEqual([taken.length, isFree], [1, false])
  reader.resetAndDestroy()
  await until(() => Promise.resolve(isFree), { timeout: 300_000, what: 'the end of the stream' })
  api.platform.streamLimits = streamLimits
})
