import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import { type Person, somebody } from '#tests/support/people/people.ts'
import { signedFetch } from '#tests/support/people/signed-fetch.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { newManifest } from '#tests/support/providers/manifest.ts'

let api: TestApi
let service: Person
let list: string
before(async () => {
  api = await openTestApi()
  const { organisationId } = api.account
  service = await somebody(api, { role: 'ADMIN', organisationId })
  list = `/v2/organisations/${organisationId}/addonproviders`
})
after(() => api[Symbol.asyncDispose]())

const ask = (method: string, path: string, body?: unknown, who = service) =>
  signedFetch(api, who, method, path, { body })

const emptyTexts = {
  website: '',
  supportEmail: '',
  googlePlusName: '',
  twitterName: '',
  analyticsId: '',
  shortDesc: '',
  longDesc: '',
  logoUrl: '',
}

test('providers API: a pushed manifest is answered with the full record, without secrets', async () => {
  const manifest = newManifest('crow')
  const { status, json } = await ask('POST', list, manifest)
  assert.equal(status, 200)
  assert.deepEqual(json, {
    id: 'crow',
    name: 'The crow',
    ...emptyTexts,
    status: 'ALPHA',
    openInNewTab: true,
    canUpgrade: true,
    regions: ['par'],
    pages: ['backups'],
    plans: [],
    features: [],
  })
  const answers = await Promise.all([
    ask('GET', list),
    ask('GET', `${list}/crow`),
    ask('PUT', `${list}/crow`, { shortDesc: 'Caws' }),
    ask('GET', `/v2/products/addonproviders/crow?orgaId=${api.account.organisationId}`),
  ])
  for (const answer of answers) {
    assert.equal(answer.status, 200)
    const { password, sso_salt, config_vars } = manifest.api
    for (const secret of [password, sso_salt, config_vars[0] ?? '', '127.0.0.1'])
      assert.ok(!JSON.stringify(answer.json).includes(secret), secret)
  }
  assert.deepEqual((await ask('GET', `${list}/crow/tags`)).json, [])
})

test('providers API: a provider says which pages its add-ons have in the console', async () => {
  const manifest = newManifest('heron')
  const pages = ['files', 'graphs', 'data']
  const pushed = await ask('POST', list, { ...manifest, api: { ...manifest.api, pages } })
  assert.deepEqual(pushed.json.pages, ['data', 'files'])
  assert.match(JSON.stringify(pushed.json.warnings), /api\.pages\[1\].*There is no such page/)
})

test('providers API: PUT accepts a whole manifest, as Terraform sends it, and returns warnings', async () => {
  await ask('POST', list, newManifest('wren'))
  const next = { ...newManifest('wren', { password: 'x1'.repeat(10) }), name: 'Wrens' }
  const { status, json } = await ask('PUT', `${list}/wren`, next)
  assert.equal(status, 200)
  assert.equal(json.name, 'Wrens')
  assert.deepEqual(Object.keys((json.warnings as [object])[0]), ['path', 'message'])
  const stored = await api.platform.store.providers.find('wren')
  assert.equal(stored?.manifest.api.password, next.api.password)

  const other = await ask('PUT', `${list}/wren`, newManifest('other'))
  assert.equal(other.status, 400)
  assert.match(String(other.json.message), /never changes/)
  const wrong = await ask('PUT', `${list}/wren`, { id: 'wren', api: { regions: [] } })
  assert.equal(wrong.status, 400)
  assert.ok(Object.keys(wrong.json.fields as object).length >= 5)
  for (const odd of ['text', [], null, 7])
    assert.equal((await ask('PUT', `${list}/wren`, odd)).status, 400)
})

test('providers API: an id of another owner is refused as taken', async () => {
  await ask('POST', list, newManifest('magpie'))
  const stranger = await somebody(api)
  const { status, json } = await ask(
    'POST',
    '/v2/self/addonproviders',
    newManifest('magpie'),
    stranger,
  )
  assert.equal(status, 409)
  assert.ok(!JSON.stringify(json).includes(api.account.organisationId))
})

test('providers API: plans and features have their wire format', async () => {
  await ask('POST', list, newManifest('robin'))
  const one = `${list}/robin`
  const disk = await ask('POST', `${one}/features`, { name: 'Disk', type: 'BYTES' })
  assert.deepEqual(disk.json, { name: 'Disk', type: 'BYTES', name_code: 'disk-size' })
  const plan = await ask('POST', `${one}/plans`, {
    name: 'Small',
    slug: 's',
    price: 9.99,
    features: [{ name: 'Disk', type: 'BYTES', value: '1 GiB' }],
  })
  const { id, ...record } = plan.json
  assert.match(String(id), /^plan_[0-9a-f-]{36}$/)
  assert.deepEqual(record, {
    name: 'Small',
    slug: 's',
    price: 9.99,
    price_id: 'robin.s',
    zones: ['par'],
    features: [
      {
        name: 'Disk',
        type: 'BYTES',
        value: '1 GiB',
        computable_value: '1073741824',
        name_code: 'disk-size',
      },
    ],
  })
  assert.deepEqual((await ask('GET', `${one}/plans`)).json, [plan.json])
  assert.deepEqual((await ask('GET', `${one}/plans/${id}`)).json, plan.json)
  const cheaper = await ask('PUT', `${one}/plans/${id}`, { price: 5 })
  assert.deepEqual(cheaper.json, { ...plan.json, price: 5 })
  assert.equal((await ask('PUT', `${one}/plans/${id}`, { price: '5' })).status, 400)

  const encoded = encodeURIComponent(Buffer.from('Disk').toString('base64'))
  const bigger = await ask('PUT', `${one}/plans/${id}/features/Disk`, { value: '2 GiB' })
  assert.equal((bigger.json.features as { value: string }[])[0]?.value, '2 GiB')
  const none = await ask('DELETE', `${one}/plans/${id}/features/${encoded}`)
  assert.deepEqual([none.status, none.json.features], [200, []])
  const removed = await ask('DELETE', `${one}/features/${encoded}`)
  assert.deepEqual([removed.status, removed.json.type], [200, 'success'])
  assert.deepEqual((await ask('GET', `${one}/features`)).json, [])
  assert.equal((await ask('DELETE', `${one}/plans/${id}`)).status, 200)
  assert.equal((await ask('GET', `${one}/plans/${id}`)).status, 404)
})

test('providers API: testers are added and removed by id', async () => {
  await ask('POST', list, newManifest('heron'))
  const testers = `${list}/heron/testers`
  const { id } = await somebody(api)
  for (const body of [id, { tester: id }]) {
    const added = await ask('POST', testers, body)
    assert.deepEqual([added.status, added.json.type], [200, 'success'])
  }
  assert.deepEqual((await ask('GET', testers)).json, [{ id }])
  assert.equal((await ask('POST', testers, { email: 'a@b.test' })).status, 400)
  assert.equal((await ask('POST', testers, newId('orga'))).status, 404)
  assert.equal((await ask('DELETE', `${testers}/${id}`)).status, 200)
  assert.equal((await ask('DELETE', `${testers}/${id}`)).status, 404)
})

test("catalogue API: public offers are for all users, an owner's offers for its members only", async () => {
  const { organisationId } = api.account
  const catalogue = `/v2/products/addonproviders?orgaId=${organisationId}`
  await ask('POST', list, newManifest('stork', { versions: ['2', '1'] }))
  await ask('POST', `${list}/stork/plans`, { name: 'Small', slug: 's', price: 1 })
  const [stranger, accountant, operator] = [
    await somebody(api),
    await somebody(api, { role: 'ACCOUNTING', organisationId }),
    await somebody(api),
  ]
  const idsOf = async (answer: Promise<{ json: unknown }>) =>
    ((await answer).json as { id: string }[]).map(({ id }) => id)
  const nobody = { ...stranger, authorization: 'OAuth oauth_token="undefined"' }
  assert.deepEqual(await idsOf(ask('GET', catalogue)), ['stork'])
  for (const who of [stranger, accountant, nobody]) {
    assert.deepEqual(await idsOf(ask('GET', catalogue, undefined, who)), [])
    for (const path of ['/v2/products/addonproviders/stork', '/v4/addon-providers/stork'])
      assert.equal((await ask('GET', path, undefined, stranger)).status, 404)
  }
  const versions = await ask('GET', '/v4/addon-providers/stork')
  assert.deepEqual(versions.json, {
    providerId: 'stork',
    clusters: [{ id: 'stork-par', label: 'stork par', zone: 'par', version: '2', features: [] }],
    dedicated: { 1: { features: [] }, 2: { features: [] } },
    defaultDedicatedVersion: '2',
  })

  const stage = '/v4/addon-providers/stork/stage'
  assert.equal((await ask('PUT', stage, { stage: 'RELEASE' })).status, 403)
  api.platform.policies.operators = [operator.email]
  const moved = await ask('PUT', stage, { stage: 'RELEASE' }, operator)
  assert.deepEqual([moved.json.status, moved.json.ownerId], ['RELEASE', organisationId])
  const audit = await ask('GET', `/v2/organisations/${organisationId}/audit?action=provider.move`)
  assert.match(JSON.stringify(audit.json), /provider\.move.*stork/)
  const all = await idsOf(ask('GET', '/v4/addon-providers', undefined, operator))
  assert.ok(all.includes('stork') && all.includes('crow'))
  for (const who of [stranger, nobody])
    assert.deepEqual(await idsOf(ask('GET', catalogue, undefined, who)), ['stork'])
  assert.equal((await ask('GET', '/v4/addon-providers/crow')).status, 404)
})

test('providers API: a provider without add-ons is deleted permanently', async () => {
  await ask('POST', list, newManifest('kite'))
  const { status, json } = await ask('DELETE', `${list}/kite`)
  assert.deepEqual([status, json.type], [200, 'success'])
  assert.equal((await ask('GET', `${list}/kite`)).status, 404)
})
