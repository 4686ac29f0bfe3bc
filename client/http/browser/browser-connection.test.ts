import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '#client/http/api-error.ts'
import { abortable } from '#client/http/connection.ts'
import { followStream } from '#client/http/follow-stream.ts'
import { UnreachableError } from '#client/http/unreachable.ts'
import { connectBrowser, OtherUserError } from './browser-connection.ts'

type Reply = Response | (() => Promise<Response> | Response)

/** A browser whose n-th call to a path gets the n-th reply; the last one is repeated. */
function browser(replies: Record<string, Reply[]>) {
  const calls: { path: string; init: RequestInit; headers: Headers }[] = []
  let signedOut = 0
  const connection = connectBrowser({
    api: 'http://localhost:1234',
    onSignedOut: () => signedOut++,
    fetch: async (url, init) => {
      calls.push({
        path: url.pathname + url.search,
        init,
        headers: new Headers(init.headers),
      })
      init.signal?.throwIfAborted()
      const left = replies[url.pathname] ?? []
      const reply = left.length > 1 ? left.shift() : left[0]
      assert.ok(reply, `no reply for ${url}`)
      return typeof reply === 'function' ? reply() : reply.clone()
    },
  })
  return { connection, calls, signedOut: () => signedOut }
}

const session = (csrfToken: string, userId = 'user_1') =>
  Response.json({ userId, csrfToken, expiresAt: '2030-01-01T00:00:00Z' })
const unauthorized = () =>
  Response.json(
    { id: 2001, message: 'Sign in', type: 'error' },
    { status: 401, headers: { 'x-request-id': 'r1' } },
  )
const sessionPath = '/v4/berth/session'

test('browser connection: calls carry the token of the session, which is asked for once', async () => {
  const { connection, calls } = browser({
    [sessionPath]: [session('t1')],
    '/v2/a': [Response.json({ a: 1 })],
  })
  const answers = await Promise.all([
    connection.ask({ method: 'GET', path: '/v2/a', query: { q: 'x y', none: undefined } }),
    connection.ask({ method: 'PUT', path: '/v2/a', body: { b: 2 } }),
  ])
  assert.deepEqual(answers, [{ a: 1 }, { a: 1 }])
  assert.deepEqual(
    calls.map(({ path }) => path),
    [sessionPath, '/v2/a?q=x%20y', '/v2/a'],
  )
  const put = calls[2]
  assert.equal(put?.init.body, '{"b":2}')
  assert.equal(put?.init.credentials, 'same-origin')
  assert.equal(put?.headers.get('x-berth-csrf'), 't1')
  assert.equal(put?.headers.get('content-type'), 'application/json')
})

test('browser connection: an error has its request id, and an empty response is undefined', async () => {
  const { connection, signedOut } = browser({
    [sessionPath]: [session('t1')],
    '/no': [Response.json({ message: 'No' }, { status: 403, headers: { 'x-request-id': 'r7' } })],
    '/empty': [new Response(null, { status: 204 })],
  })
  await assert.rejects(
    connection.ask({ method: 'GET', path: '/no' }),
    (error) => error instanceof ApiError && error.status === 403 && error.requestId === 'r7',
  )
  assert.equal(await connection.ask({ method: 'DELETE', path: '/empty' }), undefined)
  assert.equal(signedOut(), 0)
})

test('browser connection: a session that has ended is told once, however many calls find it', async () => {
  const { connection, signedOut } = browser({
    [sessionPath]: [session('t1'), unauthorized],
    '/v2/a': [unauthorized],
  })
  const ask = () => connection.ask({ method: 'GET', path: '/v2/a' })
  const isUnauthorized = (error: unknown) => error instanceof ApiError && error.status === 401
  await Promise.all([assert.rejects(ask(), isUnauthorized), assert.rejects(ask(), isUnauthorized)])
  assert.equal(signedOut(), 1)
})

test('browser connection: a session that ends again after a new login is told again', async () => {
  const { connection, signedOut } = browser({
    [sessionPath]: [session('t1'), unauthorized(), session('t2'), unauthorized()],
    '/v2/a': [unauthorized],
  })
  const ask = () => connection.ask({ method: 'GET', path: '/v2/a' })
  await assert.rejects(ask(), ApiError)
  assert.equal(signedOut(), 1)
  assert.equal((await connection.session()).csrfToken, 't2')
  await assert.rejects(ask(), ApiError)
  assert.equal(signedOut(), 2)
})

test('browser connection: a call with an old token is sent again with that of the renewed session', async () => {
  const { connection, calls, signedOut } = browser({
    [sessionPath]: [session('t1'), session('t2')],
    '/v2/a': [unauthorized, Response.json('fine')],
  })
  assert.equal(await connection.ask({ method: 'POST', path: '/v2/a', body: {} }), 'fine')
  assert.equal(calls.at(-1)?.headers.get('x-berth-csrf'), 't2')
  assert.equal(signedOut(), 0)
})

test('browser connection: a 401 that is not about the session is an ordinary error', async () => {
  const { connection, signedOut } = browser({
    [sessionPath]: [session('t1')],
    '/v2/a': [unauthorized],
  })
  await assert.rejects(connection.ask({ method: 'GET', path: '/v2/a' }), ApiError)
  assert.equal(signedOut(), 0)
})

test('browser connection: a page of one person does not go on as another', async () => {
  const { connection, calls, signedOut } = browser({
    [sessionPath]: [session('t1'), session('t2', 'user_2')],
    '/v2/a': [unauthorized],
  })
  await assert.rejects(connection.ask({ method: 'GET', path: '/v2/a' }), ApiError)
  assert.equal(signedOut(), 1)
  const before = calls.length
  await assert.rejects(connection.session(), OtherUserError)
  await assert.rejects(connection.ask({ method: 'PUT', path: '/v2/a', body: {} }), OtherUserError)
  assert.deepEqual(
    calls.slice(before).map(({ path }) => path),
    [sessionPath, sessionPath],
    'nothing is called as the other',
  )
})

test('browser connection: a lost network is no end of the session', async () => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch'))
  const { connection, signedOut } = browser({
    [sessionPath]: [lost, session('t1')],
    '/v2/a': [lost, Response.json(1)],
  })
  const ask = () => connection.ask({ method: 'GET', path: '/v2/a' })
  const isBroken = (error: unknown) =>
    error instanceof UnreachableError && error.reason === 'broken'
  await assert.rejects(ask(), isBroken)
  await assert.rejects(ask(), isBroken)
  assert.equal(await ask(), 1)
  assert.equal(signedOut(), 0)
})

test('browser connection: a call that was given up throws the reason of its signal', async () => {
  const { connection } = browser({
    [sessionPath]: [session('t1')],
    '/v2/a': [() => Promise.reject(new DOMException('', 'AbortError'))],
  })
  const leaving = new AbortController()
  const reason = new Error('left')
  await connection.session()
  leaving.abort(reason)
  const left = abortable(connection, leaving.signal)
  await assert.rejects(left.ask({ method: 'GET', path: '/v2/a' }), (error) => error === reason)
})

test('browser connection: events of a stream arrive one by one, and leaving closes it', async () => {
  let isCancelled = false
  const body = () =>
    new ReadableStream<Uint8Array>({
      start: (controller) =>
        controller.enqueue(new TextEncoder().encode('id: 1\nevent: L\ndata: a\n\n')),
      cancel: () => {
        isCancelled = true
      },
    })
  const headers = { 'content-type': 'text/event-stream' }
  const { connection, calls } = browser({
    [sessionPath]: [session('t1')],
    '/s': [() => new Response(body(), { headers })],
  })
  for await (const { data } of followStream(connection, { path: '/s', query: () => ({}) })) {
    assert.equal(data, 'a')
    break
  }
  assert.ok(isCancelled)
  assert.equal(calls.at(-1)?.headers.get('accept'), 'text/event-stream')
})
