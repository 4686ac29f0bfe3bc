import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bridgeEndpoints, endpoints } from '#api/endpoints.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import type { Endpoint } from './endpoint.ts'
import { pathsOf } from './routes.ts'

let api: TestApi
before(async () => {
  api = await openTestApi()
})
after(() => api[Symbol.asyncDispose]())

const origin = 'https://somewhere.example'
const filled = (path: string) => path.replace(/:\w+/g, 'x')
const listeners = () =>
  [
    { url: api.url, list: endpoints },
    { url: api.bridge, list: bridgeEndpoints },
  ].flatMap(({ url, list }) =>
    list.flatMap((endpoint) => pathsOf(endpoint).map((path) => ({ url, endpoint, path }))),
  )
const isOnlyForPages = ({ isPage, isSameOrigin }: Endpoint) => Boolean(isPage || isSameOrigin)
const allowsNobody = (headers: Headers) =>
  [...headers.keys()].every((name) => !name.startsWith('access-control-'))

test('CORS: a preflight allows every endpoint, from any origin, with the headers that clients send', async () => {
  for (const { url, endpoint, path } of listeners().filter(
    (one) => !isOnlyForPages(one.endpoint),
  )) {
    const { status, headers } = await fetch(url + filled(path), {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': endpoint.method },
    })
    assert.equal(status, 204, path)
    assert.equal(headers.get('access-control-allow-origin'), '*')
    assert.ok(headers.get('access-control-allow-methods')?.split(', ').includes(endpoint.method))
    assert.match(headers.get('access-control-allow-headers') ?? '', /authorization, content-type/)
    assert.doesNotMatch(headers.get('access-control-allow-headers') ?? '', /csrf/)
    assert.equal(headers.get('access-control-allow-credentials'), null, 'cookies count for nothing')
  }
})

test('CORS: pages allow no other origin', async () => {
  for (const { url, endpoint, path } of listeners().filter((one) => isOnlyForPages(one.endpoint))) {
    const asked = await fetch(url + filled(path), { method: 'OPTIONS', headers: { origin } })
    assert.equal(asked.status, 405, path)
    assert.ok(allowsNobody(asked.headers), path)
    const { method } = endpoint
    const init = method === 'POST' ? { body: new URLSearchParams() } : {}
    const given = await fetch(url + filled(path), {
      method,
      headers: { origin },
      redirect: 'manual',
      ...init,
    })
    assert.ok(allowsNobody(given.headers), path)
  }
})

test('CORS: refusals are readable from other origins too', async () => {
  const cases: [method: string, path: string, status: number][] = [
    ['GET', '/v2/self', 401],
    ['GET', '/v4/logs/organisations/x/applications/x/logs', 401],
    ['GET', '/v2/nothing', 404],
    ['OPTIONS', '/v2/nothing', 404],
    ['DELETE', '/v2/summary', 405],
    ['GET', '/v2/products/instances/cobol-1', 404],
  ]
  for (const [method, path, wanted] of cases) {
    const { status, headers } = await fetch(api.url + path, { method, headers: { origin } })
    assert.equal(status, wanted, path)
    assert.equal(headers.get('access-control-allow-origin'), '*', path)
    assert.equal(headers.get('access-control-allow-credentials'), null)
  }
})

test('CORS: an unsupported method is answered with the supported ones', async () => {
  const ask = async (method: string, path: string) => {
    const answer = await fetch(api.url + path, { method })
    const { status, headers } = answer
    return { status, allow: headers.get('allow'), json: await answer.json().catch(() => null) }
  }
  const refused = await ask('DELETE', '/v2/summary')
  assert.deepEqual([refused.status, refused.allow], [405, 'GET'])
  assert.deepEqual(refused.json, {
    id: 405,
    message: '/v2/summary only supports GET.',
    type: 'error',
  })
  const v4 = await ask('PUT', '/v4/products/zones')
  assert.equal(v4.status, 405)
  assert.deepEqual(Object.keys(v4.json as object), ['apiRequestId', 'code', 'context', 'error'])
  assert.equal((await ask('PUT', '/cli-oauth')).allow, 'GET, POST')
  assert.equal((await ask('GET', '/v2/self/keys/%zz')).status, 405)
  assert.equal((await ask('DELETE', '/v2/self/keys/%zz')).status, 404)
})
