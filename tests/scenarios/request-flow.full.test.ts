import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PushedApplication, startedByNode } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { provideTools } from '#tests/support/provide-tools.ts'
import { visit } from '#tests/support/visitors/visit.ts'

/** A Node application behind a proxy of its own repository, behind a door that stays shut, behind a cache, then behind a sign-in. */
let berth: TestBerth
let shop: PushedApplication

/** A new machine downloads 400 MB, and builds oauth2-proxy. */
before(
  async () => {
    await provideTools({ name: 'oauth2-proxy', version: '7' }, { name: 'varnish', version: '7.7' })
    berth = await TestBerth.lease()
    shop = await PushedApplication.create(berth, 'shop')
  },
  { timeout: 1_800_000 },
)
after(() => berth?.[Symbol.asyncDispose]())

const server = `require('node:http')
  .createServer((request, response) => response.end('on ' + process.env.PORT + ' for ' + request.headers['x-proxy']))
  .listen(process.env.PORT, '0.0.0.0')`

const proxy = `const http = require('node:http')
const [listen, forward] = process.argv.slice(2)
http.createServer((request, response) => {
  const headers = { ...request.headers, 'x-proxy': listen }
  http.get({ port: forward, path: request.url, headers }, (answer) => answer.pipe(response))
}).listen(listen, '0.0.0.0')`

const set = (variables: Record<string, string>) =>
  berth.client.environment.replace(shop.record, { ...startedByNode, ...variables })

test('request flow: visitors reach the application through a proxy of the repository', async () => {
  await set({
    CC_REQUEST_FLOW: 'custom',
    CC_REQUEST_FLOW_CUSTOM: 'node proxy.js @@LISTEN_PORT@@ @@FORWARD_PORT@@',
  })
  const files = { 'package.json': '{"name":"shop"}', 'server.js': server, 'proxy.js': proxy }
  const { state } = await shop.deploy(files)
  assert.equal(state, 'OK', (await shop.log()).join('\n'))
  assert.equal((await shop.visit()).body, 'on 9000 for 8080')
})

test('request flow: block keeps visitors out', async () => {
  await set({ CC_REQUEST_FLOW: 'block' })
  const { state } = await shop.deploy({})
  assert.equal(state, 'OK', (await shop.log()).join('\n'))
  assert.deepEqual([(await shop.visit()).status, (await shop.visit()).body], [200, ''])
})

const counting = `let count = 0
require('node:http')
  .createServer((request, response) => response.end('answer ' + ++count))
  .listen(process.env.PORT, '0.0.0.0')`

test('request flow: varnish keeps answers', async () => {
  await set({ CC_REQUEST_FLOW: 'varnish' })
  const { state } = await shop.deploy({
    'server.js': counting,
    'clevercloud/varnish.vcl': 'vcl 4.1;\nsub vcl_backend_response { set beresp.ttl = 1h; }\n',
  })
  assert.equal(state, 'OK', (await shop.log()).join('\n'))
  const first = await shop.visit('/page')
  assert.match(first.body, /^answer \d+$/)
  assert.match(String(first.headers.via), /varnish/i)
  assert.equal((await shop.visit('/page')).body, first.body)
  assert.notEqual((await shop.visit('/other')).body, first.body)
})

test('request flow: a mistake in the configuration of varnish ends the build', async () => {
  const { state } = await shop.deploy({ 'clevercloud/varnish.vcl': 'vcl 4.1;\nsub vcl_recv {' })
  assert.equal(state, 'FAIL')
  await shop.logged(/Checking clevercloud\/varnish\.vcl/)
  await shop.logged(/Message from VCC-compiler/)
})

/** The application, and beside it what its sign-in asks: an OpenID provider with one user. A code of it is the nonce that its token gets. */
const withProvider = `const { createServer } = require('node:http')
const { generateKeyPairSync, sign } = require('node:crypto')
const issuer = 'http://127.0.0.1:9100'
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const base64 = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
const tokenOf = (nonce) => {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: issuer, aud: 'shop', sub: 'ann', email: 'ann@example.org' }
  const facts = { ...claims, email_verified: true, nonce, iat: now, exp: now + 600 }
  const text = base64({ alg: 'RS256', kid: 'one' }) + '.' + base64(facts)
  return text + '.' + sign('sha256', Buffer.from(text), privateKey).toString('base64url')
}
const answers = {
  '/.well-known/openid-configuration': () => ({
    issuer,
    authorization_endpoint: issuer + '/authorize',
    token_endpoint: issuer + '/token',
    jwks_uri: issuer + '/keys',
    id_token_signing_alg_values_supported: ['RS256'],
  }),
  '/keys': () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] }),
  '/token': (form) => ({
    access_token: 'access',
    token_type: 'Bearer',
    expires_in: 600,
    id_token: tokenOf(form.get('code')),
  }),
}
createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(answers[new URL(request.url, issuer).pathname]?.(new URLSearchParams(body))))
}).listen(9100, '127.0.0.1', () =>
  createServer((request, response) =>
    response.end('Hello ' + request.headers['x-forwarded-email'] + ' at ' + request.url),
  ).listen(process.env.PORT, '0.0.0.0'),
)`

test('request flow: oauth2-proxy lets in who has signed in at the provider', async () => {
  await set({
    CC_REQUEST_FLOW: 'oauth2-proxy',
    OAUTH2_PROXY_PROVIDER: 'oidc',
    OAUTH2_PROXY_OIDC_ISSUER_URL: 'http://127.0.0.1:9100',
    OAUTH2_PROXY_CLIENT_ID: 'shop',
    OAUTH2_PROXY_CLIENT_SECRET: 'known to the provider',
    OAUTH2_PROXY_COOKIE_SECRET: '0123456789abcdef0123456789abcdef',
    OAUTH2_PROXY_COOKIE_SECURE: 'false',
    OAUTH2_PROXY_EMAIL_DOMAINS: 'example.org',
    OAUTH2_PROXY_SKIP_PROVIDER_BUTTON: 'true',
    OAUTH2_PROXY_INSECURE_OIDC_SKIP_NONCE: 'false',
  })
  const { state } = await shop.deploy({ 'server.js': withProvider })
  assert.equal(state, 'OK', (await shop.log()).join('\n'))
  const sent = await shop.visit('/cart')
  assert.equal(sent.status, 302)
  const login = new URL(String(sent.headers.location))
  assert.equal(`${login.origin}${login.pathname}`, 'http://127.0.0.1:9100/authorize')
  const back = new URL(login.searchParams.get('redirect_uri') ?? '')
  assert.equal(back.hostname, shop.host)
  back.searchParams.set('code', login.searchParams.get('nonce') ?? '')
  back.searchParams.set('state', login.searchParams.get('state') ?? '')
  const returned = await visitWith(cookiesOf(sent), `${back.pathname}${back.search}`)
  assert.equal(returned.status, 302, (await shop.log()).join('\n'))
  assert.equal(returned.headers.location, '/cart')
  const welcomed = await visitWith(cookiesOf(returned), '/cart')
  assert.deepEqual([welcomed.status, welcomed.body], [200, 'Hello ann@example.org at /cart'])
  assert.equal((await shop.visit('/cart')).status, 302, 'anybody else')
})

/** A visitor with these cookies. */
const visitWith = (cookie: string, path: string) =>
  visit(berth.addresses.visitors.http, shop.host, { path, headers: { cookie } })

/** What a browser sends back of an answer. */
const cookiesOf = ({ headers }: Awaited<ReturnType<typeof visit>>) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
