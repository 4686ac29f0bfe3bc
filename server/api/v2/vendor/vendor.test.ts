import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { logplexBody } from '#protocol/logplex.ts'
import { addAddon, addOffer } from '#stores/marketplace.contract.ts'
import { addPerson } from '#tests/support/people/named-people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'

let api: TestApi
let addon: Addon
let early: Addon

before(async () => {
  api = await openTestApi()
  const { store } = api.platform
  const { provider, plan } = await addOffer(store)
  const other = await addOffer(store, { id: 'other' })
  const ownerId = api.account.organisationId
  const config = { PIGEON_URL: 'pigeon://x' }
  addon = await addAddon(store, provider, plan, {
    ownerId,
    config,
    state: 'ready',
    realId: 'r-1',
  })
  early = await addAddon(store, provider, plan, { ownerId, createdAt: 3 })
  await addAddon(store, other.provider, other.plan, { state: 'ready', realId: 'r-2' })
})
after(() => api[Symbol.asyncDispose]())

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`
const password = 'p'.repeat(40)

async function ask(path: string, init: RequestInit = {}, pair = `pigeon:${password}`) {
  const answer = await fetch(`${api.url}/v2/vendor/${path}`, {
    ...init,
    headers: { authorization: basic(pair), ...init.headers },
  })
  return { answer, status: answer.status, body: await answer.json() }
}
const post = (path: string, body: unknown) =>
  ask(path, { method: 'POST', body: JSON.stringify(body) })

test('vendor API: a wrong password, an unknown provider and missing credentials get the same challenge', async () => {
  const wrong = ['pigeon:wrong', `unknown:${password}`, 'pigeon', ':', `pigeon:${password} `]
  const answers = await Promise.all(wrong.map((pair) => ask('apps', {}, pair)))
  for (const { answer, body } of answers) {
    assert.equal(answer.status, 401)
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic realm=/)
    assert.deepEqual(body, answers[0]?.body)
  }
  assert.equal((await fetch(`${api.url}/v2/vendor/apps`)).status, 401)
})

test('vendor API: a provider sees only its own add-ons, after it has answered their order', async () => {
  const { body } = await ask('apps')
  assert.deepEqual(body, [
    {
      provider_id: 'pigeon',
      addon_id: addon.id,
      heroku_id: addon.id,
      plan: 's',
      callback_url: `https://api.example.test/v2/vendor/apps/${addon.id}`,
      owner_id: addon.ownerId,
    },
  ])
  assert.deepEqual((await ask('apps?offset=1')).body, [])
  assert.equal((await ask(`apps/${early.id}`)).status, 404)
  assert.equal((await ask('apps/r-2')).status, 404)
})

test('vendor API: the record has the owner and the config, by either id', async () => {
  const { body } = await ask(`apps/${addon.id}`)
  assert.deepEqual(body, {
    id: addon.id,
    name: 'mine',
    config: { PIGEON_URL: 'pigeon://x' },
    region: 'eu',
    callback_url: `https://api.example.test/v2/vendor/apps/${addon.id}`,
    owner_id: addon.ownerId,
    owner_name: 'admin-org',
    domains: [],
    owner_email: 'admin@localhost',
    owner_emails: ['admin@localhost'],
  })
  assert.deepEqual((await ask('apps/r-1')).body, body)
})

test('vendor API: owner_emails has all confirmed addresses of the administrators, primary ones first', async () => {
  const { store } = api.platform
  const { organisationId } = api.account
  const [admin] = await store.members.listOf(organisationId)
  await store.emails.add(admin?.user.id ?? 'user_nobody', 'aa@localhost')
  const second = await addPerson(api, { name: 'zoe', at: organisationId, role: 'ADMIN' })
  const developer = await addPerson(api, { name: 'dev', at: organisationId })
  await store.emails.add(second.id, 'zoe@work.localhost')
  await store.emails.add(developer.id, 'dev@work.localhost')
  const { body } = await ask(`apps/${addon.id}`)
  assert.deepEqual(
    [
      (body as { owner_email: string }).owner_email,
      (body as { owner_emails: string[] }).owner_emails,
    ],
    ['admin@localhost', ['admin@localhost', second.email, 'aa@localhost', 'zoe@work.localhost']],
  )
})

test('vendor API: a provider updates values of its manifest, and the customer sees them', async () => {
  const put = (path: string, body: unknown) =>
    ask(path, { method: 'PUT', body: JSON.stringify(body) })
  const { status, body } = await put(`apps/${addon.id}`, {
    config: { PIGEON_URL: 'pigeon://new', OTHER: 'x' },
  })
  assert.equal(status, 200)
  assert.deepEqual((body as { configKeys: string[] }).configKeys, ['PIGEON_URL'])
  const kept = await api.platform.store.addons.find(addon.id)
  assert.deepEqual(kept?.config, { PIGEON_URL: 'pigeon://new' })
  for (const config of [{ PIGEON_URL: 1 }, 'x', ['x'], 7]) {
    assert.equal((await put(`apps/${addon.id}`, { config })).status, 400)
  }
  assert.equal((await put(`apps/${early.id}`, { config: {} })).status, 404)
  assert.equal((await put(`apps/${addon.id}/migration_callback`, {})).status, 409)
})

test('PUT /v2/vendor/apps: keys that are not in the manifest are ignored, even all of them', async () => {
  const put = (body: unknown) =>
    ask(`apps/${addon.id}`, { method: 'PUT', body: JSON.stringify(body) })
  const before = (await api.platform.store.addons.find(addon.id))?.config
  // More often than the limit of changes, because none of this restarts an application.
  for (let time = 0; time < 40; time++) {
    const { status, body } = await put({ config: { [`OTHER_${time}`]: 'x', PATH: '/evil' } })
    assert.equal(status, 200)
    assert.deepEqual((body as { configKeys: string[] }).configKeys, ['PIGEON_URL'])
  }
  const [noted] = await api.platform.store.deliveries.listOf('pigeon', { limit: 1 })
  assert.match(
    noted?.trouble ?? '',
    /^config\.OTHER_39: This is not in the manifest.* config\.PATH/,
  )
  const { body: plain } = await put({ config: {} })
  assert.equal('warnings' in (plain as object), false)
  assert.deepEqual((await api.platform.store.addons.find(addon.id))?.config, before)
})

test("PUT /v2/vendor/apps: a body without 'config' is refused with a message", async () => {
  for (const body of [{}, { config: null }, { PIGEON_URL: 'pigeon://x' }]) {
    const answer = await ask(`apps/${addon.id}`, { method: 'PUT', body: JSON.stringify(body) })
    assert.equal(answer.status, 400)
    assert.match((answer.body as { message: string }).message, /'config' is missing/)
  }
})

test('vendor API: a provider orders only for its customers, and on behalf of permitted users', async () => {
  const { organisationId } = api.account
  const [admin] = await api.platform.store.members.listOf(organisationId)
  const order = {
    organisationId,
    userId: admin?.user.id,
    addonId: addon.id,
    providerId: 'nobody',
  }
  const { message } = (await post('addons', order)).body as { message: string }
  assert.match(message, /no add-on provider nobody|not .*nobody/)
  const stranger = { ...order, userId: 'user_stranger' }
  assert.equal((await post('addons', stranger)).status, 403)
  assert.equal((await post('addons', { ...order, organisationId: 'orga_other' })).status, 404)
  assert.equal((await post('addons', { ...order, addonId: 'r-2' })).status, 404)
  const [entry] = await api.platform.store.audit.listOf(organisationId, { limit: 1 })
  const { action, credential, credentialId, outcome } = entry ?? assert.fail()
  const told = [action, credential, credentialId, outcome]
  assert.deepEqual(told, ['addon.order', 'provider password', 'pigeon', 'failed'])
})

test('vendor API: every call is logged with its outcome and without secrets', async () => {
  const noted = await api.platform.store.deliveries.listOf('pigeon', { limit: 100 })
  const configured = noted.find(({ purpose, status }) => purpose === 'configure' && status === 200)
  assert.ok(configured)
  assert.equal(configured.addonId, addon.id)
  assert.doesNotMatch(JSON.stringify(noted), /pigeon:\/\/new/)
  const refused = noted.find(({ purpose, status }) => purpose === 'configure' && status === 404)
  assert.match(refused?.trouble ?? '', /has not been answered yet/)
  assert.ok(noted.some(({ purpose }) => purpose === 'list'))
})

test('vendor API: a charge is recorded for the invoice; an implausible one is held', async () => {
  for (const cost of [1.25, -1, 1e9]) {
    assert.equal((await post(`apps/${addon.id}/consumptions`, { cost })).status, 200)
  }
  for (const cost of ['1', null]) {
    assert.equal((await post(`apps/${addon.id}/consumptions`, { cost })).status, 400)
  }
  const period = { from: 0, to: Date.now() + 1000 }
  const kept = await api.platform.store.consumptions.listOf(addon.ownerId, period)
  assert.deepEqual(kept.map(({ cost, state }) => `${cost} ${state}`).toSorted(), [
    '-1 held',
    '1.25 accepted',
    '1000000000 held',
  ])
})

test("vendor API: log lines are accepted at the announced URL, with the add-on's token", async () => {
  const { body } = await ask(`apps/${addon.id}/logscollector`)
  const { url, logplex_token: token } = body as { url: string; logplex_token: string }
  assert.equal(url, 'https://api.example.test/v2/vendor/logs')
  const at = Date.now() - 1000
  const frames = logplexBody(addon.id, token, [
    { at, text: 'first ü' },
    { at, text: 'second' },
  ])
  const send = (text: string, pair: string) =>
    ask('logs', { method: 'POST', body: text }, pair).then(({ status }) => status)
  assert.equal(await send(frames, `token:${token}`), 200)
  assert.equal(await send(frames, 'token:wrong'), 401)
  assert.equal(await send(frames, 'token:'), 401)
  const foreign = logplexBody(early.id, token, [{ at, text: 'x' }])
  assert.equal(await send(foreign, `token:${token}`), 401)
  for (const wrong of ['x', '999 <14>1 - - - - - -', `5 <14>1${frames}`, '0 ', ' ']) {
    assert.equal(await send(wrong, `token:${token}`), 400, wrong)
  }
  await api.platform.logs.flush()
  const lines = await api.platform.logs.read(addon.id, {})
  assert.deepEqual(
    lines.map(({ message, date }) => [message, date]),
    [
      ['first ü', at],
      ['second', at],
    ],
  )
})
