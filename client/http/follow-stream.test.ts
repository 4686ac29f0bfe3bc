import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { logs } from '#client/resources/applications/logs.ts'
import { credentials, type ReceivedCall, startFakeApi, status } from '#tests/support/fake-api.ts'
import { ApiError } from './api-error.ts'
import { followStream } from './follow-stream.ts'
import { connect } from './node/node-connection.ts'

const stream = (text: string, then: (response: ServerResponse) => void) => () => {
  return (response: ServerResponse) => {
    response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .write(text, () => then(response))
  }
}
const drop = (response: ServerResponse) => response.destroy()
const end = (response: ServerResponse) => response.end()
const stay = () => {}

/** A fake API whose n-th connection gets the n-th response. */
const answerInOrder = (...answers: ((heard: ReceivedCall) => unknown)[]) =>
  startFakeApi([[/./, (heard) => answers.shift()?.(heard)]])

const follow = (api: string, more = {}) =>
  followStream(connect({ api, credentials }), { path: '/s', query: () => ({}), ...more })

test('SSE client: reconnects after the last event', async () => {
  await using api = await answerInOrder(
    stream('id: 1\nevent: L\ndata: a\n\nid: 2\nevent: L\ndata: b\n\n', drop),
    stream('id: 3\nevent: L\ndata: c\n\n', end),
    stream('event: END_OF_STREAM\ndata: {}\n\n', end),
  )
  const events = await Array.fromAsync(follow(api.url))
  assert.deepEqual(
    events.map(({ data }) => data),
    ['a', 'b', 'c'],
  )
  assert.deepEqual(
    api.heard.map(({ headers }) => headers['last-event-id']),
    [undefined, '2', '3'],
  )
})

test('SSE client: heartbeats are not yielded as events', async () => {
  await using api = await answerInOrder(
    stream('event: HEARTBEAT\ndata: {}\n\nevent: L\ndata: a\n\nevent: END_OF_STREAM\n\n', end),
  )
  let heartbeats = 0
  const events = await Array.fromAsync(follow(api.url, { onHeartbeat: () => heartbeats++ }))
  assert.deepEqual([events.length, heartbeats], [1, 1])
})

test('SSE client: a silent connection is closed and replaced', async () => {
  await using api = await answerInOrder(
    stream('event: L\ndata: a\n\n', stay),
    stream('event: END_OF_STREAM\n\n', end),
  )
  const events = await Array.fromAsync(follow(api.url, { silenceLimit: 50 }))
  assert.equal(events.length, 1)
  assert.equal(api.heard.length, 2)
})

test('SSE client: a 503 is retried, a 403 is final', async () => {
  await using api = await answerInOrder(
    () => status(503, { apiRequestId: '', code: 'busy', context: {}, error: 'Later' }),
    () => status(403, { apiRequestId: '', code: 'forbidden', context: {}, error: 'Not yours' }),
  )
  await assert.rejects(
    Array.fromAsync(follow(api.url)),
    (error) => error instanceof ApiError && error.message === 'Not yours',
  )
  assert.equal(api.heard.length, 2)
})

test('SSE client: an aborted signal ends the stream without an error', async () => {
  await using api = await answerInOrder(stream('event: L\ndata: a\n\n', stay))
  const stop = new AbortController()
  const seen: string[] = []
  for await (const { data } of follow(api.url, { signal: stop.signal })) {
    seen.push(data)
    stop.abort()
  }
  assert.deepEqual(seen, ['a'])
})

test('log stream: the limit is sent with the first connection only', async () => {
  await using api = await answerInOrder(
    stream('id: 1\nevent: APPLICATION_LOG\ndata: {"message":"a"}\n\n', drop),
    stream('event: OTHER\ndata: ?\n\nevent: END_OF_STREAM\n\n', end),
  )
  const reader = logs(connect({ api: api.url, credentials }))
  const filter = { limit: 10, deploymentId: 'd', since: undefined }
  const lines = await Array.fromAsync(reader.follow({ id: 'app', ownerId: 'orga' }, filter))
  assert.deepEqual(lines, [{ message: 'a' }])
  assert.deepEqual(
    api.heard.map(({ path, query }) => [path, query]),
    [
      ['/v4/logs/organisations/orga/applications/app/logs', { deploymentId: 'd', limit: '10' }],
      ['/v4/logs/organisations/orga/applications/app/logs', { deploymentId: 'd' }],
    ],
  )
})
