import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { type App, createApp } from './app.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import { routesOf } from './routes.ts'

const at = (path: string, method: Endpoint['method'] = 'GET') =>
  endpoint({
    method,
    path,
    access: 'anyone',
    summary: path,
    handle: async ({ params }) => [path, params],
  })

const endpoints = [
  at('/v2/organisations/:ownerId/vhosts/:name'),
  at('/v2/organisations/:ownerId/vhosts/favourite'),
  at('/v2/organisations/:ownerId/vhosts/favourite', 'PUT'),
  at('/v2/organisations/:ownerId/:kind/:name/parts'),
  at('/v2/self'),
  at('/bills/:number'),
  at('/bills/:number.pdf'),
  at('/bills/:owner/:number.pdf'),
]

let api: TestApi
let app: App
before(async () => {
  api = await openTestApi()
  app = createApp({ ...api.listener, endpoints })
})
after(() => api[Symbol.asyncDispose]())

const found = async (target: string, method = 'GET') => {
  const request = new Request('http://127.0.0.1', { method })
  const response = await app.fetch(request, { target, peer: '127.0.0.1', isTls: false })
  if (response.status === 200) return response.json()
  return `${response.status} ${response.headers.get('allow') ?? ''}`.trim()
}

test('routes: a fixed segment takes precedence over a parameter, which matches the rest', async () => {
  assert.deepEqual(await found('/v2/organisations/o/vhosts/favourite'), [
    '/v2/organisations/:ownerId/vhosts/favourite',
    { ownerId: 'o' },
  ])
  assert.deepEqual(await found('/v2/organisations/o/vhosts/a.test'), [
    '/v2/organisations/:ownerId/vhosts/:name',
    { ownerId: 'o', name: 'a.test' },
  ])
  assert.deepEqual(await found('/v2/organisations/o/vhosts/favourite/parts'), [
    '/v2/organisations/:ownerId/:kind/:name/parts',
    { ownerId: 'o', kind: 'vhosts', name: 'favourite' },
  ])
})

test('routes: a parameter with a suffix takes precedence over one without', async () => {
  assert.deepEqual(await found('/bills/a.b.pdf'), ['/bills/:number.pdf', { number: 'a.b' }])
  assert.deepEqual(await found('/bills/a%2Fb.pdf'), ['/bills/:number.pdf', { number: 'a/b' }])
  assert.deepEqual(await found('/bills/a.pdfx'), ['/bills/:number', { number: 'a.pdfx' }])
  assert.deepEqual(await found('/bills/.pdf'), ['/bills/:number', { number: '.pdf' }])
  assert.deepEqual(await found('/bills/apdf'), ['/bills/:number', { number: 'apdf' }])
  const both = { owner: 'o.pdf', number: 'a' }
  assert.deepEqual(await found('/bills/o.pdf/a.pdf'), ['/bills/:owner/:number.pdf', both])
  assert.equal(await found('/bills/o/a.html'), '404')
})

test('routes: paths of an owner are served under self too', async () => {
  assert.deepEqual(await found('/v2/self/vhosts/x'), [
    '/v2/organisations/:ownerId/vhosts/:name',
    { name: 'x' },
  ])
})

test('routes: parameters are decoded after the path is split', async () => {
  const [, params] = (await found('/v2/self/vhosts/a.test%2Fpath')) as unknown[]
  assert.deepEqual(params, { name: 'a.test/path' })
  const [, encoded] = (await found('/v2/self/vhosts/100%2525')) as unknown[]
  assert.deepEqual(encoded, { name: '100%25' })
  assert.equal(await found('/v2/self/vhosts/%zz'), '404')
})

test('routes: what is read may end with a slash; what is changed may not', async () => {
  assert.deepEqual(await found('/v2/self/'), await found('/v2/self'))
  assert.deepEqual(await found('/v2/self/vhosts/x/'), await found('/v2/self/vhosts/x'))
  assert.equal(await found('/v2/self/vhosts/favourite/', 'PUT'), '404')
  assert.equal(await found('/v2/self//'), '404')
})

test('routes: an empty segment, a longer path and another method match nothing', async () => {
  assert.equal(await found('/v2/organisations//vhosts/x'), '404')
  assert.equal(await found('/v2/self/more/and/more'), '404')
  assert.equal(await found('/v2/__proto__'), '404')
  assert.equal(await found('/v2/self', 'DELETE'), '405 GET')
  assert.equal(await found('/v2/self/vhosts/favourite', 'DELETE'), '405 GET, PUT')
})

test('routes: a duplicate method and path, or a path with two parameter names, is an error', () => {
  assert.throws(() => routesOf([at('/a/:x'), at('/a/:x')]), /twice/)
  assert.throws(() => routesOf([at('/a/:x'), at('/a/:y', 'PUT')]), /another name/)
})
