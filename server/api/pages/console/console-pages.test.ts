import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createApplication } from '#platform/hosting/applications/applications.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { addAddon, addOffer } from '#stores/marketplace.contract.ts'
import { pageOf } from '#tests/laws/matrix/scene.ts'
import { somebody } from '#tests/support/people/people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { PageVisitor } from '#tests/support/visitors/page-visitor.ts'
import { consoleAddress } from './addresses.ts'

let api: TestApi
let application: Application
let addon: Addon
let visitor: PageVisitor
const login = '/v2/sessions/login'

before(async () => {
  api = await openTestApi()
  const { store } = api.platform
  const ownerId = api.account.organisationId
  application = await createApplication(api.platform, ownerId, {
    name: 'the <shop>',
    type: 'node',
    zone: 'par',
    environment: {},
  })
  const { provider, plan } = await addOffer(store)
  addon = await addAddon(store, provider, plan, { ownerId, state: 'ready', realId: 'db_1' })
  visitor = new PageVisitor(api.url)
})
after(() => api[Symbol.asyncDispose]())

const logIn = () => visitor.send(login, { email: 'admin@localhost', pass: api.account.password })

test('console: without a session the user logs in first and returns to the whole address', async () => {
  const address = `/organisations/${application.ownerId}/applications/${application.id}/logs?since=1h&search=a%20b`
  const sent = await visitor.get(address)
  assert.equal(sent.location, `${login}?${new URLSearchParams({ next: address })}`)
  await visitor.follow(sent)
  const back = await logIn()
  assert.equal(back.location, address)
  const { status, text, headers } = await visitor.get(back.location)
  assert.deepEqual([status, text], [200, '<!DOCTYPE html>'])
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/)
  assert.doesNotMatch(policy, /unsafe|\*/)
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
})

test('console: an address with a slash at the end leads to the page', async () => {
  const address = `/organisations/${application.ownerId}/applications/${application.id}/logs`
  const { status, location } = await visitor.get(`${address}/?since=1h`)
  assert.deepEqual([status, location], [303, `${address}?since=1h`])
})

test('console: what exists and what does not look the same, with and without a session', async () => {
  const stranger = new PageVisitor(api.url)
  const unknown = 'app_00000000-0000-4000-8000-000000000000'
  const pathOf = (id: string) => `/organisations/${application.ownerId}/applications/${id}`
  for (const each of [visitor, stranger]) {
    const [real, none] = [await each.get(pathOf(application.id)), await each.get(pathOf(unknown))]
    assert.deepEqual([real.status, real.text], [none.status, none.text])
    assert.equal(real.location.replaceAll(application.id, unknown), none.location)
  }
})

test('console: a login leads to no address but those of the console', async () => {
  const wrong = [
    ...['//evil.test', '/\\evil.test', 'https://evil.test/', 'evil', '', '/organisations/..//evil'],
    ...['/organisations/%2e%2e//evil.test', '/\t/evil.test', '/v2/self', '/organisationsx'],
    ...['javascript:alert(1)', '/account/../v2/sessions/logout', `/account/${'x'.repeat(2000)}`],
  ]
  for (const next of wrong) {
    assert.equal(consoleAddress(next), undefined, next)
    const other = new PageVisitor(api.url)
    await other.get(`${login}?${new URLSearchParams({ next })}`)
    const fields = { email: 'admin@localhost', pass: api.account.password, next }
    assert.equal((await other.send(login, fields)).location, '/', next)
  }
  for (const next of ['/', '/account/emails', '/organisations/orga_1?a=b', '/goto/x', '/create'])
    assert.equal(consoleAddress(next), next)
})

test('console: paths that the stock tool opens lead to its addresses', async () => {
  const { organisationId } = api.account
  const user = await api.platform.store.users.findByEmail('admin@localhost')
  const own = `/organisations/${user?.id}`
  const cases = {
    '/users/me': own,
    '/users/me/information': '/account/profile',
    '/users/me/ssh-keys': '/account/ssh-keys',
    '/users/me/emails': '/account/emails',
    '/users/me/api-tokens': '/account/tokens',
    [`/users/me/applications/${application.id}`]: `${own}/applications/${application.id}`,
    [`/users/me/applications/${application.id}/logs?a=b`]: `${own}/applications/${application.id}/logs?a=b`,
    '/users/me/addons/addon_1': `${own}/addons/addon_1`,
    '/users/me/oauth-consumers/k%2Fy': `${own}/consumers/k%2Fy`,
    [`/organisations/${organisationId}/oauth-consumers/key`]: `/organisations/${organisationId}/consumers/key`,
    [`/goto/${application.id}`]: `/organisations/${organisationId}/applications/${application.id}`,
    [`/goto/${addon.id}`]: `/organisations/${organisationId}/addons/${addon.id}`,
    '/goto/db_1': `/organisations/${organisationId}/addons/${addon.id}`,
    [`/goto/${organisationId}`]: `/organisations/${organisationId}`,
    '/goto/ssh-keys': '/account/ssh-keys',
    '/goto': '/',
    '/account/second-factor': '/account/security',
  }
  for (const [path, address] of Object.entries(cases)) {
    const { status, location } = await visitor.get(path)
    assert.deepEqual([status, location], [303, address], path)
    if (consoleAddress(address)) assert.equal((await visitor.get(address)).status, 200, address)
  }
  const stranger = new PageVisitor(api.url)
  const sent = await stranger.get('/users/me/emails')
  assert.equal(sent.location, `${login}?next=%2Fusers%2Fme%2Femails`)
  const gone = await stranger.get(`/goto/${application.id}`)
  assert.equal(gone.location, `${login}?goto=${application.id}`)
})

test('console: for whoever has logged in, it says itself that nothing is at an address', async () => {
  const accept = 'text/html'
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const shown = await ask('/no/such/place', { cookie, accept })
  assert.deepEqual([shown.status, await shown.text()], [404, '<!DOCTYPE html>'])
  assert.equal(shown.headers.get('cache-control'), 'no-store')
  assert.equal(shown.headers.get('access-control-allow-origin'), null)
  const ofApi = await ask('/v2/nothing', { cookie, accept })
  assert.match(await ofApi.text(), /<h1>Page not found/)
  const stranger = await ask('/no/such/place', { accept })
  assert.match(await stranger.text(), /<h1>Page not found/)
})

test('/goto: what the user may not see is reported as missing', async () => {
  const { toolConsumerKey } = api.platform
  const ids = ['app_00000000-0000-4000-8000-000000000000', 'orga_x', 'nothing', toolConsumerKey]
  for (const id of ids) assert.equal((await visitor.get(`/goto/${id}`)).status, 404, id)
  const { organisationId } = api.account
  const accountant = await somebody(api, { role: 'ACCOUNTING', organisationId })
  const { cookie } = await pageOf(api, accountant.id)
  const answers = await Promise.all(
    [application.id, addon.id, ...ids].map(async (id) => {
      const answer = await ask(`/goto/${id}`, { cookie, accept: 'text/html' })
      return `${answer.status} ${await answer.text()}`
    }),
  )
  assert.equal(new Set(answers).size, 1, 'a member whose role does not show applications')
  assert.match(answers[0] ?? '', /^404 /)
})

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  api.ask(api.url + path, { method, headers })

test('console files: the smallest accepted form is sent, cacheable for ever', async () => {
  const path = '/assets/index-1.js'
  const plain = (bytes: Buffer) => bytes
  for (const [accepted, encoding, decode] of [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip;q=0.5, br;q=0', 'gzip', gunzipSync],
    ['identity', null, plain],
    ['', null, plain],
  ] as const) {
    const answer = await ask(path, { 'accept-encoding': accepted })
    assert.equal(answer.headers.get('content-encoding'), encoding, accepted)
    assert.equal(decode(Buffer.from(await answer.arrayBuffer())).toString(), 'export {}')
    assert.match(answer.headers.get('cache-control') ?? '', /immutable/)
    assert.equal(answer.headers.get('vary'), 'accept-encoding')
    assert.equal(answer.headers.get('access-control-allow-origin'), null)
  }
  const etag = (await ask(path)).headers.get('etag') ?? ''
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    assert.equal((await ask(path, { 'if-none-match': known })).status, 304, known)
  }
  assert.equal((await ask(path, { 'if-none-match': '"other"' })).status, 200)
})

test('console files: anybody may read the licences, in the smallest form that is accepted', async () => {
  const answer = await ask('/licences.txt', { 'accept-encoding': 'br' })
  assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8')
  assert.equal(brotliDecompressSync(Buffer.from(await answer.arrayBuffer())).toString(), 'MIT')
})

test('console files: HEAD is answered without a body, and nothing else is found', async () => {
  const head = await ask('/assets/index-1.js', {}, 'HEAD')
  assert.deepEqual([head.status, await head.text()], [200, ''])
  assert.equal(head.headers.get('content-length'), '9')
  assert.equal((await ask('/', {}, 'HEAD')).status, 200, 'after the redirect to the login')
  assert.equal((await ask('/v2/summary', {}, 'HEAD')).status, 405)
  for (const name of ['none.js', '..%2findex.html', '%2e%2e%2finputs.json', '%00', 'toString'])
    assert.equal((await ask(`/assets/${name}`)).status, 404, name)
})
