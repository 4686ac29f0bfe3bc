import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createApp } from '#api/http/app.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { newSecret } from '#kit/text/ids.ts'
import { pageOf } from '#tests/laws/matrix/scene.ts'
import { mutate, seededRandom } from '#tests/support/faults/mutate.ts'
import { type Person, sessionOf, somebody } from '#tests/support/people/people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { sessionCookieValue } from './session.ts'

let api: TestApi
let person: Person
/** Headers of a page of the person. */
let page: { cookie: string; 'x-berth-csrf': string }
before(async () => {
  api = await openTestApi()
  api.platform.callLimits = { count() {} }
})
after(() => api[Symbol.asyncDispose]())
beforeEach(async () => {
  person = await somebody(api)
  page = await pageOf(api, person.id)
})

const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
  api.ask(`${api.url}${path}`, { method, headers })
const statusOf = async (path: string, headers: Record<string, string>) =>
  (await ask(path, headers)).status

test('session API: the cookie alone is answered with the token, which the cookie then needs', async () => {
  const { cookie } = page
  const answer = await ask('/v4/berth/session', { cookie })
  const session = (await answer.json()) as { userId: string; csrfToken: string; expiresAt: string }
  assert.equal(session.userId, person.id)
  assert.ok(Date.parse(session.expiresAt) > api.platform.clock())
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.equal(answer.headers.get('cross-origin-resource-policy'), 'same-origin')
  assert.equal(answer.headers.get('access-control-allow-origin'), null)
  assert.equal(await statusOf('/v2/self', { cookie }), 401)
  const self = await ask('/v2/self', { cookie, 'x-berth-csrf': session.csrfToken })
  assert.equal(((await self.json()) as { id: string }).id, person.id)
  assert.equal(self.headers.get('cache-control'), 'no-store')
  const headers = { cookie, 'x-berth-csrf': session.csrfToken }
  const missing = await ask('/v2/organisations/orga_none', headers)
  assert.deepEqual(
    [self, missing].map((one) => [one.status, one.headers.get('x-content-type-options')]),
    [
      [200, 'nosniff'],
      [404, 'nosniff'],
    ],
  )
  assert.equal(missing.headers.get('cache-control'), 'no-store', 'no browser keeps a refusal')
})

test('session API: without a cookie, with a wrong one, and for other origins there is no session', async () => {
  const { cookie } = page
  for (const headers of [
    {},
    { cookie: `${cookie}x` },
    { cookie, 'sec-fetch-site': 'cross-site' },
    { cookie, 'sec-fetch-site': 'same-site' },
    { cookie, origin: 'https://evil.example' },
    { cookie, origin: 'null' },
  ]) {
    assert.equal(await statusOf('/v4/berth/session', headers as Record<string, string>), 401)
  }
  const own = { ...(await browserOf(person)), origin: api.url }
  assert.equal(await statusOf('/v4/berth/session', own), 200)
  const answer = await api.ask(`${api.bridge}/v4/berth/session`, { headers: { cookie } })
  assert.equal(answer.status, 404)
})

/** Headers of a browser in which somebody has logged in, and in which a page of ours runs. */
async function browserOf({ id }: Person) {
  const { signer } = api
  const visitor = newSecret(20)
  const key = await sessionOf(api, id)
  const cookies = [
    `ccid=${sessionCookieValue(signer, key, visitor)}`,
    `__Host-berth_visitor=${signer.sign('visitor', visitor)}`,
  ]
  return { cookie: cookies.join('; '), 'sec-fetch-site': 'same-origin' }
}

test('session API: in a browser, a cookie that another host of the domain has planted is nobody', async () => {
  const attacker = await somebody(api)
  const [planted = '', itsVisitor = ''] = (await browserOf(attacker)).cookie.split('; ')
  const [own = '', visitor = ''] = (await browserOf(person)).cookie.split('; ')
  const unbound = (await pageOf(api, attacker.id)).cookie
  const userIn = async (...cookies: string[]) => {
    const cookie = cookies.join('; ')
    const answer = await ask('/v4/berth/session', { cookie, 'sec-fetch-site': 'same-origin' })
    const headers = { cookie, 'sec-fetch-site': 'none' }
    const page = await api.ask(`${api.url}/`, { headers, redirect: 'manual' })
    const { userId } = (await answer.json()) as { userId?: string }
    assert.equal(page.status === 200, userId !== undefined, 'pages and the API agree')
    return userId
  }
  // Browsers send a cookie of a longer path first, and a host can set many.
  assert.equal(await userIn(planted, own, visitor), person.id)
  assert.equal(await userIn(unbound, 'ccid=x', planted, own, visitor), person.id)
  for (const wrong of [planted, unbound]) {
    assert.equal(await userIn(wrong, visitor), undefined, 'nobody is logged in')
    assert.equal(await userIn(wrong), undefined, 'nobody has been here')
  }
  // `__Host-` cookies are our own; without the prefix anyone on the domain could have set it.
  const tossed = itsVisitor.replace('__Host-', '')
  assert.equal(await userIn(planted, tossed), undefined)
})

test('session API: the token of a form is no token of the API', async () => {
  const { cookie } = page
  const home = await ask('/cli-oauth?cli_token=a-token-made-up-by-the-tool', { cookie })
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(await home.text()) ?? []
  assert.ok(csrf)
  assert.equal(await statusOf('/v2/self', { cookie, 'x-berth-csrf': csrf }), 401)
})

test('session API: with an Authorization header the cookie is ignored', async () => {
  const other = await somebody(api)
  const mixed = { ...page, authorization: other.authorization }
  const answer = await ask('/v2/self', mixed)
  assert.equal(((await answer.json()) as { id: string }).id, other.id)
  const query = 'oauth_token=x&oauth_consumer_key=y'
  assert.equal(await statusOf(`/v2/self?${query}`, page), 401)
})

test('session API: the bridge takes no session, not even where it takes signatures', async () => {
  for (const path of ['/v2/self', '/api-tokens']) {
    const { status } = await api.ask(api.bridge + path, { headers: page })
    assert.equal(status, 401, path)
  }
})

test('session API: an expired session, and one whose user is gone, is nobody', async () => {
  const { clock, store } = api.platform
  assert.equal(await statusOf('/v2/self', page), 200)
  api.platform.clock = () => clock() + 15 * 24 * 3_600_000
  assert.equal(await statusOf('/v2/self', page), 401)
  assert.equal(await statusOf('/v4/berth/session', page), 401)
  api.platform.clock = clock
  await store.users.remove(person.id)
  assert.equal(await statusOf('/v2/self', page), 401)
})

test('session API: none of 3,000 mutated tokens and cookies is wrongly accepted', async () => {
  const random = seededRandom(20_261_116)
  const outcomes = { 200: 0, 401: 0 }
  for (let round = 0; round < 3000; round++) {
    const name = round % 2 ? 'cookie' : 'x-berth-csrf'
    const value = mutate(page[name], random)
    // Others cannot be sent as a header at all.
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) continue
    const status = await statusOf('/v2/self/id', { ...page, [name]: value })
    assert.ok(status === 200 || status === 401, `${status} for ${name}: ${value}`)
    outcomes[status] += 1
    const isWhole = decoded(value).includes(page[name].replace(/^ccid=/, ''))
    assert.ok(status === 401 || isWhole, `${name}: ${value}`)
  }
  assert.ok(outcomes[401] > 1000 && outcomes[200] > 0, JSON.stringify(outcomes))
})

/** Without the percent-encoding that cookies may have. */
const decoded = (text: string) =>
  text.replaceAll(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(parseInt(code.slice(1), 16)))

test('session API: the audit log tells a session from other credentials', async () => {
  const key = { name: 'Space' }
  const answer = await api.ask(`${api.url}/v2/organisations`, {
    method: 'POST',
    headers: { ...page, 'content-type': 'application/json' },
    body: JSON.stringify(key),
  })
  const { id } = (await answer.json()) as { id: string }
  const audit = await ask(`/v2/organisations/${id}/audit`, page)
  const [entry] = (await audit.json()) as { action: string; credential: string }[]
  assert.deepEqual([entry?.action, entry?.credential], ['organisation.create', 'session'])
})

test('session API: a logout ends the session, its cookie and its streams', async () => {
  const { status, body } = await ask('/v4/berth/self/events', page)
  assert.equal(status, 200)
  let hasEnded = false
  const reading = async () => {
    for await (const _ of body ?? []);
    hasEnded = true
  }
  void reading()
  const ended = await ask('/v4/berth/session', page, 'DELETE')
  assert.equal(ended.status, 200)
  assert.match(ended.headers.get('set-cookie') ?? '', /^ccid=; Max-Age=0/)
  assert.equal(await statusOf('/v2/self', page), 401)
  await until(() => hasEnded, { timeout: 300_000, what: 'the end of the stream' })
})

test('session API: sessions are listed, and ended one by one or all but the own one', async () => {
  const others = [await pageOf(api, person.id), await pageOf(api, person.id)]
  const list = async () =>
    (await (await ask('/v4/berth/self/sessions', page)).json()) as {
      id: string
      isCurrent: boolean
    }[]
  const sessions = await list()
  assert.equal(sessions.length, 3)
  const [own, ...rest] = sessions.toSorted((one) => (one.isCurrent ? -1 : 1))
  assert.deepEqual([own?.isCurrent, rest.some(({ isCurrent }) => isCurrent)], [true, false])
  const foreign = await pageOf(api, (await somebody(api)).id)
  const path = `/v4/berth/self/sessions/${rest[0]?.id}`
  assert.equal((await ask(path, foreign, 'DELETE')).status, 404)
  assert.equal((await ask(path, page, 'DELETE')).status, 200)
  assert.equal((await ask(path, page, 'DELETE')).status, 404)
  assert.equal((await list()).length, 2)
  assert.equal((await ask('/v4/berth/self/sessions', page, 'DELETE')).status, 200)
  assert.deepEqual(await list(), [own])
  for (const other of others) assert.equal(await statusOf('/v2/self', other), 401)
})

test('session API: over plain HTTP beyond loopback there are no sessions where TCP redirections would get the cookie', async () => {
  const { cookie } = page
  const statusesAt = async (address: string) => {
    const addresses = () => ({ ...api.listener.addresses(), api: address })
    const app = createApp({ ...api.listener, addresses })
    const host = new URL(address).host
    const shown = await app.fetch(
      new Request(`${address}/v4/berth/session`, { headers: { cookie } }),
    )
    const headers = { host, ...page }
    const called = await app.fetch(new Request(`${address}/v2/self`, { headers }))
    const body = new URLSearchParams({ email: 'admin@localhost', pass: api.account.password })
    const login = new Request(`${address}/v2/sessions/login`, { method: 'POST', body })
    return [shown.status, called.status, (await app.fetch(login)).status]
  }
  const served = [200, 200, 303]
  assert.deepEqual(await statusesAt('http://berth.example.test'), served, 'no redirections')
  const { policies } = api.platform
  policies.tcpPorts = { from: 30_000, to: 30_009 }
  try {
    assert.deepEqual(await statusesAt('http://berth.example.test'), [401, 401, 409])
    assert.deepEqual(await statusesAt('https://berth.example.test'), served)
    assert.deepEqual(await statusesAt('http://127.0.0.1:4000'), served)
  } finally {
    policies.tcpPorts = undefined
  }
})
