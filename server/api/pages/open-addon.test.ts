import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { plaintextHeader } from '#client/http/node/oauth1.ts'
import { parseOwnerId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import { signSso, ssoToken } from '#protocol/sso/sso.ts'
import { addAddon, addOffer } from '#stores/marketplace.contract.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { PageVisitor } from '#tests/support/visitors/page-visitor.ts'

let api: TestApi
let provider: Provider
let addon: Addon
let visitor: PageVisitor

before(async () => {
  api = await openTestApi()
  const { store } = api.platform
  const offer = await addOffer(store)
  provider = offer.provider
  addon = await addAddon(store, provider, offer.plan, {
    ownerId: api.account.organisationId,
    state: 'ready',
    realId: 'r-é"<',
  })
  visitor = new PageVisitor(api.url)
})
after(() => api[Symbol.asyncDispose]())

const path = () => `/addons/open?addon_id=${addon.id}`
const hiddenIn = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )

test('open add-on: without a session the user logs in first and returns', async () => {
  const sent = await visitor.get(path())
  assert.equal(sent.location, `/v2/sessions/login?addon_id=${addon.id}`)
  await visitor.follow(sent)
  const fields = { email: 'admin@localhost', pass: api.account.password }
  assert.equal((await visitor.send('/v2/sessions/login', fields)).location, path())
})

test('open add-on: the page has a signed, escaped form for the provider and submits it by itself', async () => {
  const { status, text, headers } = await visitor.get(path())
  assert.equal(status, 200)
  assert.match(text, /<form method="post" action="https:\/\/x\.test\/sso" accept-charset="utf-8">/)
  const { id, signature, token, timestamp = '', ...others } = hiddenIn(text)
  assert.equal(id, 'r-é&quot;&lt;')
  assert.deepEqual(Object.keys(others), ['nav-data', 'email', 'user_id'])
  const visit = {
    id: 'r-é"<',
    user_id: others.user_id ?? '',
    email: 'admin@localhost',
    'nav-data': '',
    timestamp,
  }
  const { sso_salt } = provider.manifest.api
  assert.equal(signature, signSso(visit, sso_salt))
  assert.equal(token, ssoToken(visit, sso_salt))
  assert.ok(Math.abs(Number(timestamp) - Date.now()) < 60_000, 'milliseconds')
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /form-action 'self' https:\/\/x\.test https:/)
  assert.match(policy, /script-src 'self'$/)
  const script = await visitor.get('/addons/open.js')
  assert.match(script.text, /submit\(\)/)
  const [entry] = await api.platform.store.audit.listOf(parseOwnerId(others.user_id ?? ''), {
    limit: 1,
  })
  assert.deepEqual([entry?.action, entry?.target], ['addon.open', addon.id])
})

test('open add-on: an API client gets the same fields, with seconds where the provider wants them', async () => {
  await api.platform.store.providers.change(provider.id, { timestampUnit: 'seconds' })
  const url = `${api.url}/v2/organisations/${addon.ownerId}/addons/${addon.id}/sso`
  const answer = await fetch(url, { headers: { authorization: plaintextHeader(api.account) } })
  const fields = (await answer.json()) as Record<string, unknown>
  assert.equal(fields.url, 'https://x.test/sso')
  assert.equal(fields.id, addon.realId)
  assert.ok(Math.abs(Number(fields.timestamp) - Date.now() / 1000) < 60)
  const { id, user_id, email, timestamp } = fields as Record<string, string>
  const visit = {
    id: id ?? '',
    user_id: user_id ?? '',
    email: email ?? '',
    'nav-data': '',
    timestamp: String(timestamp),
  }
  assert.equal(fields.signature, signSso(visit, provider.manifest.api.sso_salt))
})

test('open add-on: an add-on of a built-in provider opens on a page of the platform', async () => {
  const { store, pagesUrl } = api.platform
  await store.providers.change(provider.id, {
    ownerId: 'platform',
    timestampUnit: 'milliseconds',
  } as object)
  const url = `${api.url}/v2/organisations/${addon.ownerId}/addons/${addon.id}/sso`
  const headers = { authorization: plaintextHeader(api.account) }
  const record = (await (await fetch(url, { headers })).json()) as Record<string, string>
  const panel = `/addons/panel/${provider.id}`
  assert.equal(record.url, `${pagesUrl()}${panel}`)
  assert.equal(record.id, addon.realId)
  const opening = await visitor.get(path())
  assert.match(opening.text, new RegExp(`action="${pagesUrl()}${panel}"`))

  const show = async (fields: Record<string, string>) => {
    const body = new URLSearchParams(fields)
    const answer = await fetch(api.url + panel, { method: 'POST', body, redirect: 'manual' })
    const location = answer.headers.get('location')
    return { status: answer.status, location, text: await answer.text() }
  }
  const { url: _, name: __, userinfo_signature: ___, ...fields } = record
  const texts = Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, `${value}`]))
  const shown = await show(texts)
  assert.deepEqual([shown.status, shown.location], [303, `/addons/dashboard/${addon.id}`])
  const forged = await show({ ...texts, email: 'else@localhost' })
  assert.deepEqual([forged.status, /signature does not fit/.test(forged.text)], [403, true])
  const old = { ...texts, timestamp: '1000000000000' }
  assert.equal((await show(old)).status, 403)
  await store.providers.change(provider.id, { ownerId: provider.ownerId } as object)
  assert.equal((await show(texts)).status, 404, 'others have panels of their own')
})

test("open add-on: another owner's add-on, and one that is not provisioned yet, cannot be opened", async () => {
  const { store } = api.platform
  const { plan } = await addOffer(store, { id: 'other' })
  const foreign = await addAddon(store, provider, plan, { state: 'ready', realId: 'x' })
  const missing = await visitor.get(`/addons/open?addon_id=${foreign.id}`)
  assert.equal(missing.status, 404)
  assert.doesNotMatch(missing.text, /signature/)
  const open = await addAddon(store, provider, plan, {
    ownerId: addon.ownerId,
    state: 'uncertain',
  })
  const early = await visitor.get(`/addons/open?addon_id=${open.id}`)
  assert.equal(early.status, 409)
  assert.match(early.text, /cannot be opened while it is uncertain/)
})
