import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createServer as createRawServer } from 'node:net'
import { test } from 'node:test'
import { ApiError } from '#client/http/api-error.ts'
import { UnreachableError } from '#client/http/unreachable.ts'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { credentials, startFakeApi, status } from '#tests/support/fake-api.ts'
import { connect } from './node-connection.ts'

test('connection: requests are signed including the query, and bodies are JSON', async () => {
  await using api = await startFakeApi([[/./, ({ query, body }) => ({ query, body })]])
  const { ask } = connect({ api: api.url, credentials })
  const query = { a: "x y+z&'", b: 2, c: undefined }
  assert.deepEqual(await ask({ method: 'PUT', path: '/v2/x', query, body: 'a key' }), {
    query: { a: "x y+z&'", b: '2' },
    body: 'a key',
  })
})

test('connection: an API token is sent as a bearer token', async () => {
  await using api = await startFakeApi([[/./, ({ headers }) => ({ sent: headers.authorization })]])
  const { ask } = connect({ api: api.url, credentials: { apiToken: 'apiToken1' } })
  assert.deepEqual(await ask({ method: 'GET', path: '/v2/self' }), { sent: 'Bearer apiToken1' })
})

test('connection: a wrong secret is rejected with status 401', async () => {
  await using api = await startFakeApi([[/./, () => ({})]])
  const { ask } = connect({ api: api.url, credentials: { ...credentials, secret: 'other' } })
  await assert.rejects(
    ask({ method: 'GET', path: '/v2/self' }),
    (error) => error instanceof ApiError && error.status === 401 && error.code === 2001,
  )
})

test('connection: a response without a body is undefined', async () => {
  await using api = await startFakeApi([
    [/./, () => (response: ServerResponse) => response.writeHead(204).end()],
  ])
  const { ask } = connect({ api: api.url, credentials })
  assert.equal(await ask({ method: 'DELETE', path: '/v2/x' }), undefined)
})

test('connection: a redirect is not followed, because it would send the signature elsewhere', async () => {
  await using api = await startFakeApi([[/./, () => status(302, {})]])
  const { ask } = connect({ api: api.url, credentials })
  await assert.rejects(
    ask({ method: 'GET', path: '/v2/x' }),
    (error) => error instanceof ApiError && error.status === 302,
  )
})

const reasonIs = (reason: string) => (error: unknown) =>
  error instanceof UnreachableError && error.reason === reason

test('connection: a closed port, a silent server and another server have different error reasons', async () => {
  const silent = createRawServer((socket) => socket.resume())
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const quiet = connect({ api: `http://127.0.0.1:${port}`, credentials, timeout: 100 })
  await assert.rejects(quiet.ask({ method: 'GET', path: '/' }), reasonIs('late'))
  await new Promise((resolve) => silent.close(resolve))
  const gone = connect({ api: `http://127.0.0.1:${port}`, credentials })
  await assert.rejects(gone.ask({ method: 'GET', path: '/' }), reasonIs('refused'))

  await using api = await startFakeApi([
    [/./, () => (response: ServerResponse) => response.end('<html>')],
  ])
  const other = connect({ api: api.url, credentials })
  await assert.rejects(other.ask({ method: 'GET', path: '/' }), reasonIs('not-the-api'))
})

test('connection: a certificate is trusted only if its authority is given', async () => {
  const authority = createAuthority('Test')
  const { certificate: cert, key } = issueCertificate(authority, ['127.0.0.1'])
  const server = createServer({ cert, key }, (_, response) => response.end('{"ok":true}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const api = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const trusting = connect({ api, credentials, ca: authority.certificate })
    assert.deepEqual(await trusting.ask({ method: 'GET', path: '/' }), { ok: true })
    const wary = connect({ api, credentials })
    await assert.rejects(wary.ask({ method: 'GET', path: '/' }), reasonIs('untrusted'))
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
