import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { createVault } from '#kit/crypto/vault.ts'
import { basicAuth, isBasicAuth } from '#kit/net/basic-auth.ts'
import { html } from '#kit/text/html.ts'
import type { Manifest } from '#protocol/manifest/manifest.ts'
import { provisionRequest } from '#protocol/provision-request.ts'
import { ssoFields } from '#protocol/sso/sso.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import type { ProviderDefinition } from '#providers/kit/definition.ts'
import { openFileLedger } from '#providers/kit/resources/file-ledger.ts'
import { memoryLedger } from '#providers/kit/resources/ledger.ts'
import { defineProvider } from './provider-server.ts'
import { cookieName, openSession, sealSession } from './session.ts'

const endpoints = {
  base_url: 'http://localhost:9000/berth/resources',
  sso_url: 'http://localhost:9000/berth/sso',
}
const manifest: Manifest = {
  id: 'cache',
  api: {
    config_vars: ['CACHE_URL'],
    password: 'a password with quite some letters in it',
    sso_salt: 'a salt: with quite some letters in it, too',
    regions: ['eu'],
    production: endpoints,
    test: endpoints,
  },
}
const credentials = { id: 'cache', password: manifest.api.password }

const orderOf = (addonId: string, more: object = {}) => ({
  ...provisionRequest({
    addon_id: addonId,
    owner_id: 'orga_1',
    owner_name: 'Ada & Co',
    user_id: 'user_1',
    plan: 'dev',
    callback_url: 'http://127.0.0.1:1/none',
    options: {},
    logplex_token: 't',
  }),
  ...more,
})

/** A running provider, its recorded calls, and a client. */
async function open(t: TestContext, more: Partial<ProviderDefinition> = {}) {
  const made: string[] = []
  const gone: string[] = []
  const problems: unknown[] = []
  const service = defineProvider({
    manifest,
    plans: ['dev', 'big'],
    provision({ id, plan }) {
      made.push(id)
      return {
        config: { CACHE_URL: `https://cache.example.org/${id}?plan=${plan}` },
        message: 'Made.',
      }
    },
    deprovision: ({ id }) => void gone.push(id),
    panel: ({ resource, email }) => html`<h1>${resource.plan}</h1><p>${email}</p>`,
    onProblem: (problem) => void problems.push(problem),
    ...more,
  })
  const { port } = await service.listen(0)
  t.after(() => service.close())
  const root = `http://127.0.0.1:${port}/berth`
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    authorization = basicAuth(credentials),
  ) => {
    const response = await fetch(`${root}${path}`, {
      method,
      headers: {
        authorization,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text && JSON.parse(text) }
  }
  return { service, root, call, made, gone, problems }
}

test('provider server: an order is provisioned once, however often it is sent', async (t) => {
  const { call, made } = await open(t)
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => call('POST', '/resources', orderOf('addon_1'))),
  )
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1)
  assert.equal(made.length, 1)
  assert.deepEqual(Object.keys(answers[0]?.body), ['id', 'config', 'message'])
  const other = await call('POST', '/resources/', orderOf('addon_2'))
  assert.notEqual(other.body.id, answers[0]?.body.id)
})

test('provider server: without the password nothing is revealed', async (t) => {
  const { call, made } = await open(t)
  for (const authorization of [
    '',
    'Basic x',
    'Bearer y',
    basicAuth({ ...credentials, password: 'no' }),
  ])
    for (const [method, path] of [
      ['POST', '/resources'],
      ['DELETE', '/resources/x'],
      ['PUT', '/resources/x'],
      ['GET', '/resources'],
    ] as const) {
      const answer = await call(
        method,
        path,
        method === 'GET' ? undefined : orderOf('addon_1'),
        authorization,
      )
      assert.equal(answer.status, 401)
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic realm=/)
    }
  assert.deepEqual(made, [])
})

test('provider server: an invalid body is rejected, naming the field', async (t) => {
  const { call, root } = await open(t)
  const cases: [unknown, number, RegExp][] = [
    ['{broken', 400, /JSON/],
    ['', 400, /JSON/],
    ['[]', 400, /list/],
    [orderOf(''), 400, /addon_id/],
    [orderOf('a', { plan: 'huge' }), 422, /huge/],
    [orderOf('a', { options: { a: 1 } }), 400, /options/],
  ]
  for (const [body, status, message] of cases) {
    const answer = await call('POST', '/resources', body)
    assert.deepEqual([answer.status, answer.body.id], [status, 'error'])
    assert.match(answer.body.message, message)
  }
  const authorization = basicAuth(credentials)
  const large = fetch(`${root}/resources`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: 'x'.repeat(3_000_000),
  })
  assert.ok(await large.then(({ status }) => status === 413).catch(() => true))
  const typeless = await fetch(`${root}/resources`, {
    method: 'POST',
    headers: { authorization },
    body: '{}',
  })
  assert.equal(typeless.status, 415)
})

test('provider server: a deleted resource stays deleted', async (t) => {
  const { call, gone } = await open(t)
  const { body } = await call('POST', '/resources', orderOf('addon_1'))
  assert.equal((await call('DELETE', `/resources/${body.id}`)).status, 200)
  assert.equal((await call('DELETE', `/resources/${body.id}`)).status, 410)
  assert.equal((await call('DELETE', '/resources/unknown')).status, 404)
  assert.equal((await call('POST', '/resources', orderOf('addon_1'))).status, 410)
  assert.deepEqual(gone, [body.id])
})

test('provider server: a plan is changed where the provider supports it', async (t) => {
  const changed: string[] = []
  const { call } = await open(t, {
    changePlan: ({ id }, plan) => {
      changed.push(plan)
      return { config: { CACHE_URL: `https://big/${id}` } }
    },
  })
  const { body } = await call('POST', '/resources', orderOf('addon_1'))
  const at = `/resources/${body.id}`
  assert.equal((await call('PUT', at, { plan: 'dev' })).status, 200)
  assert.deepEqual((await call('PUT', at, { plan: 'big' })).body.config, {
    CACHE_URL: `https://big/${body.id}`,
  })
  assert.deepEqual((await call('PUT', at, { plan: 'big' })).body.config, {
    CACHE_URL: `https://big/${body.id}`,
  })
  assert.deepEqual(changed, ['big'])
  assert.equal((await call('PUT', at, { plan: 'huge' })).status, 422)
  assert.equal((await call('PUT', at, {})).status, 400)
  assert.equal((await call('POST', `${at}/suspend`)).status, 501)
  const rigid = await open(t)
  const fixed = await rigid.call('POST', '/resources', orderOf('addon_1'))
  assert.equal(
    (await rigid.call('PUT', `/resources/${fixed.body.id}`, { plan: 'big' })).status,
    501,
  )
})

test('provider server: a suspension is applied once until it ends', async (t) => {
  const held: string[] = []
  const { call } = await open(t, {
    suspend: () => void held.push('-'),
    resume: () => void held.push('+'),
  })
  const { body } = await call('POST', '/resources', orderOf('addon_1'))
  for (const verb of ['suspend', 'suspend', 'resume', 'resume'])
    assert.equal((await call('POST', `/resources/${body.id}/${verb}`)).status, 200)
  assert.deepEqual(held, ['-', '+'])
})

test('provider server: the message of a declined request is returned, an internal error is not', async (t) => {
  let tries = 0
  const { call, problems } = await open(t, {
    provision() {
      tries += 1
      if (tries === 1) throw new DeclinedError('Sold out.', 503)
      if (tries === 2) throw new Error('secret detail')
      return { config: {} }
    },
  })
  const first = await call('POST', '/resources', orderOf('addon_1'))
  assert.deepEqual(
    [first.status, first.body],
    [503, { id: 'error', message: 'Sold out.', config: {} }],
  )
  const second = await call('POST', '/resources', orderOf('addon_1'))
  assert.equal(second.status, 500)
  assert.doesNotMatch(second.body.message, /secret/)
  assert.equal(problems.length, 1)
  assert.equal((await call('POST', '/resources', orderOf('addon_1'))).status, 200)
})

test('provider server: a slow order is answered with 202 and completed by a callback, which is retried', async (t) => {
  const heard: { auth: boolean; body: unknown }[] = []
  const platform = createServer(async (request, response) => {
    const chunks = await request.toArray()
    heard.push({
      auth: isBasicAuth(request.headers.authorization, credentials),
      body: JSON.parse(Buffer.concat(chunks).toString()),
    })
    response.writeHead(heard.length === 1 ? 404 : 200).end()
  })
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve))
  t.after(() => platform.close())
  const folder = await mkdtemp(join(tmpdir(), 'ledger-'))
  t.after(() => rm(folder, { recursive: true }))
  const vault = createVault(Buffer.alloc(32))
  const ledger = await openFileLedger(folder, vault)
  const { call } = await open(t, { answersLater: true, ledger })
  const callback_url = `http://127.0.0.1:${(platform.address() as AddressInfo).port}/x`
  const first = await call('POST', '/resources', orderOf('addon_1', { callback_url }))
  assert.equal(first.status, 202)
  await until(async () => (await ledger.byAddon('addon_1'))?.state === 'ready', {
    timeout: 300_000,
    what: 'the completion',
  })
  assert.equal(heard.length, 2)
  for (const { auth, body } of heard) {
    assert.ok(auth)
    assert.match(JSON.stringify(body), /^\{"config":\{"CACHE_URL":"https/)
  }
  const again = await call('POST', '/resources', orderOf('addon_1', { callback_url }))
  assert.deepEqual([again.status, again.body.id], [200, first.body.id])
  const reopened = await openFileLedger(folder, vault)
  assert.deepEqual(await reopened.byId(first.body.id), await ledger.byId(first.body.id))
})

test('provider server: a single sign-on form opens the panel of one resource, once', async (t) => {
  const { call, root } = await open(t)
  const { body } = await call('POST', '/resources', orderOf('addon_1'))
  const form = (more: object = {}, salt = manifest.api.sso_salt) =>
    new URLSearchParams({
      ...ssoFields(
        {
          id: body.id,
          user_id: 'user_1',
          email: '<b>@example.org',
          'nav-data': '',
          timestamp: String(Date.now()),
          ...more,
        },
        salt,
      ),
    })
  const enter = (fields: URLSearchParams) =>
    fetch(`${root}/sso`, { method: 'POST', body: fields, redirect: 'manual' })
  const fields = form()
  const entered = await enter(fields)
  assert.equal(entered.status, 303)
  const cookie = entered.headers.get('set-cookie') ?? ''
  assert.match(cookie, /HttpOnly; SameSite=Lax$/)
  const location = new URL(entered.headers.get('location') ?? '', root)
  const shown = await fetch(location, { headers: { cookie: cookie.split(';')[0] ?? '' } })
  assert.match(await shown.text(), /<h1>dev<\/h1><p>&lt;b&gt;@example.org/)
  assert.equal((await fetch(location)).status, 403)
  assert.equal((await enter(fields)).status, 403)
  assert.equal((await enter(form({}, 'other'))).status, 403)
  assert.equal((await enter(form({ timestamp: String(Date.now() - 600_000) }))).status, 403)
  assert.equal((await enter(form({ id: 'unknown' }))).status, 404)
  await call('DELETE', `/resources/${body.id}`)
  assert.equal((await enter(form())).status, 404)
})

test('provider server: a session is for one resource, and expires', () => {
  const session = { resourceId: 'r', userId: 'u', email: 'e', expires: 1_000 }
  const header = `other=1; ${cookieName}=${sealSession(session, 'key')}`
  const expected = { key: 'key', resourceId: 'r', now: 500 }
  assert.deepEqual(openSession(header, expected), session)
  for (const wrong of [{ key: 'no' }, { resourceId: 's' }, { now: 1_000 }])
    assert.equal(openSession(header, { ...expected, ...wrong }), undefined)
  for (const odd of [
    undefined,
    '',
    `${cookieName}=`,
    `${cookieName}=a.b`,
    `${cookieName}=${'x'.repeat(9_000)}.y`,
  ])
    assert.equal(openSession(odd, expected), undefined)
})

test('provider server: unknown paths and methods are answered', async (t) => {
  const { root, call } = await open(t)
  assert.equal((await call('GET', '/resources')).status, 405)
  assert.equal((await call('PATCH', '/resources/x', {})).status, 405)
  for (const path of ['/', '/nothing', '/resources/%E0%A4%A', '/sso/panel/%E0%A4%A'])
    assert.equal((await fetch(`${root}${path}`)).status, 404, path)
  assert.equal((await fetch(`${root}/sso`)).status, 405)
})

test('provider server: a resource that waits for its callback can be deleted', async (t) => {
  const ledger = memoryLedger()
  const { call, gone } = await open(t, { answersLater: true, ledger })
  const { status, body } = await call('POST', '/resources', orderOf('addon_1'))
  assert.equal(status, 202)
  const isUntold = async () => (await ledger.byAddon('addon_1'))?.state === 'untold'
  await until(isUntold, { timeout: 300_000, what: 'the making' })
  assert.equal((await call('DELETE', `/resources/${body.id}`)).status, 200)
  assert.deepEqual(gone, [body.id])
})

test('provider server: over HTTPS the cookie is Secure', async (t) => {
  const production = {
    base_url: 'https://c.example.org/berth/resources',
    sso_url: 'https://c.example.org/berth/sso',
  }
  const published = { ...manifest, api: { ...manifest.api, production } }
  const { call, root } = await open(t, { manifest: published })
  const { body } = await call('POST', '/resources', orderOf('addon_1'))
  for (const [host, isSecure] of [
    ['c.example.org', true],
    ['localhost:9000', false],
  ] as const) {
    const visit = {
      id: body.id,
      user_id: host,
      email: '',
      'nav-data': '',
      timestamp: String(Date.now()),
    }
    const form = new URLSearchParams({ ...ssoFields(visit, manifest.api.sso_salt) }).toString()
    const cookie = await new Promise<string>((resolve, reject) => {
      const headers = { host, 'content-type': 'application/x-www-form-urlencoded' }
      const sent = request(`${root}/sso`, { method: 'POST', headers, agent: false }, (response) => {
        response.resume()
        resolve(String(response.headers['set-cookie']))
      })
      sent.once('error', reject).end(form)
    })
    assert.equal(/; Secure$/.test(cookie), isSecure, host)
  }
})

test('provider server: an order for an unavailable version is declined, and nothing is created', async (t) => {
  const { call, made } = await open(t, { versions: async () => ['15.6'] })
  const order = (id: string, version: string) =>
    call('POST', '/resources', { ...orderOf(id), options: { version } })
  for (const version of ['99', '1', '15.', '15.6.1']) {
    const { status, body } = await order('addon_1', version)
    assert.deepEqual(
      [status, body.message],
      [422, `There is no version '${version}': there is 15.6.`],
    )
  }
  assert.deepEqual(made, [])
  for (const version of ['15', '15.6', '']) {
    assert.equal((await order(`addon_${version}`, version)).status, 200, version)
  }
  const none = await open(t, { versions: async () => [] })
  const declined = await none.call('POST', '/resources', {
    ...orderOf('addon_1'),
    options: { version: '1' },
  })
  assert.match(declined.body.message, /there are none to choose from/)
})
