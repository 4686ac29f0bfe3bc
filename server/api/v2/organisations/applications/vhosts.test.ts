import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, createClient } from '#client/client.ts'
import { ApiError } from '#client/http/api-error.ts'
import { proofRecord } from '#platform/hosting/applications/domains/proof.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { newApplication } from '#tests/support/platform/platform.ts'

let api: TestApi
let client: Client

before(async () => {
  api = await openTestApi()
  client = createClient({ api: api.url, credentials: api.account })
})
after(async () => {
  client.close()
  await api[Symbol.asyncDispose]()
})

test('domains: `https://` plus the domain in any response leads to the port for visitors', async () => {
  const ownerId = api.account.organisationId
  const { id } = await newApplication(api.platform, ownerId)
  const fqdn = `${id.replace('_', '-')}.localhost:4443/`
  const base = `/v2/organisations/${ownerId}/applications/${id}`
  const listed = await client.ask({ method: 'GET', path: `${base}/vhosts` })
  const { vhosts } = await client.ask<{ vhosts: unknown }>({ method: 'GET', path: base })
  const records = await client.ask<{ id: string; vhosts: unknown }[]>({
    method: 'GET',
    path: `/v2/organisations/${ownerId}/applications`,
  })
  assert.deepEqual(listed, [{ fqdn }])
  assert.deepEqual(vhosts, [{ fqdn }])
  assert.deepEqual(records.find((each) => each.id === id)?.vhosts, [{ fqdn }])
})

const refusalOf = async (asked: Promise<unknown>) => {
  const error = await asked.then(
    () => assert.fail('not refused'),
    (reason) => reason,
  )
  assert.ok(error instanceof ApiError, String(error))
  return { status: error.status, code: error.code, message: error.message }
}

test('domains: the public shapes of adding, listing, preferring and removing, with an encoded path', async () => {
  const ownerId = api.account.organisationId
  const { id } = await newApplication(api.platform, ownerId)
  const own = `${id.replace('_', '-')}.localhost:4443/`
  const base = `/v2/organisations/${ownerId}/applications/${id}/vhosts`
  const put = await client.ask({ method: 'PUT', path: `${base}/Shop.example.org%2Fapi` })
  const message = 'The domain shop.example.org/api leads to the application.'
  assert.deepEqual(put, { id: 0, message, type: 'success' })
  const fqdn = 'shop.example.org:4443/api'
  assert.deepEqual(await client.ask({ method: 'GET', path: base }), [{ fqdn: own }, { fqdn }])
  const favourite = `${base}/favourite`
  const none = await refusalOf(client.ask({ method: 'GET', path: favourite }))
  assert.deepEqual([none.status, none.code], [404, 4021])
  const set = await client.ask({ method: 'PUT', path: favourite, body: { fqdn } })
  assert.deepEqual(set, { fqdn })
  assert.deepEqual(await client.domains.listWithFavourite({ id, ownerId }), [
    { fqdn: own, isFavourite: false, url: `http://${own.replace('4443', '4080')}` },
    { fqdn, isFavourite: true, url: 'http://shop.example.org:4080/api' },
  ])
  assert.deepEqual(await client.ask({ method: 'GET', path: favourite }), { fqdn })
  const bad = { fqdn: 'x.example.org' }
  const unknown = await refusalOf(client.ask({ method: 'PUT', path: favourite, body: bad }))
  assert.deepEqual([unknown.status, unknown.code], [404, 3004])
  await client.ask({ method: 'DELETE', path: favourite })
  await client.ask({ method: 'DELETE', path: favourite })
  assert.equal((await refusalOf(client.ask({ method: 'GET', path: favourite }))).code, 4021)
  await client.ask({ method: 'DELETE', path: `${base}/${encodeURIComponent(fqdn)}` })
  const gone = await refusalOf(client.ask({ method: 'DELETE', path: `${base}/shop.example.org` }))
  assert.deepEqual([gone.status, gone.code], [404, 3004])
})

test('domains: a refusal has the words that clients look for', async () => {
  const ownerId = api.account.organisationId
  const { id } = await newApplication(api.platform, ownerId)
  const other = await newApplication(api.platform, ownerId)
  const put = (app: string, domain: string) =>
    client.ask({
      method: 'PUT',
      path: `/v2/organisations/${ownerId}/applications/${app}/vhosts/${encodeURIComponent(domain)}`,
    })
  await put(other.id, 'taken.example.org')
  const refusals: [string, number, RegExp][] = [
    ['shop_1.example.org', 400, /is invalid/],
    ['10.0.0.1', 400, /is invalid/],
    ['co.uk', 400, /is invalid/],
    ['api.example.test', 403, /You are not allowed to use/],
    ['taken.example.org', 409, /is already taken/],
    ['*', 400, /is invalid/],
    ['x'.repeat(3000), 400, /is invalid/],
  ]
  for (const [domain, status, words] of refusals) {
    const refusal = await refusalOf(put(id, domain))
    assert.equal(refusal.status, status, domain)
    assert.match(refusal.message, words, domain)
  }
})

test('load balancers: the addresses of the listener for visitors, or 404 with a sentence', async () => {
  const ownerId = api.account.organisationId
  const { id } = await newApplication(api.platform, ownerId)
  const path = `/v4/load-balancers/organisations/${ownerId}/applications/${id}/load-balancers`
  const ask = (kind: string) =>
    client.ask<{ dns: unknown; name: string }[]>({ method: 'GET', path: `${path}/${kind}` })
  const [balancer] = await ask('default')
  assert.equal(balancer?.name, 'par')
  assert.deepEqual(balancer?.dns, { cname: `${id.replace('_', '-')}.localhost.`, a: ['127.0.0.1'] })
  assert.deepEqual(await ask('private'), [])
  assert.equal((await refusalOf(ask('secret'))).status, 404)
  const { policies } = api.platform
  policies.publicName = 'lb.example.test'
  policies.publicAddresses = ['127.0.0.5', '127.0.0.6']
  assert.deepEqual((await ask('default'))[0]?.dns, {
    cname: 'lb.example.test.',
    a: ['127.0.0.5', '127.0.0.6'],
  })
  policies.publicAddresses = []
  const refusal = await refusalOf(ask('default'))
  assert.equal(refusal.status, 404)
  assert.match(refusal.message, /BERTH_PUBLIC_ADDRESSES/)
})

test('proof: the record of a domain is shown before it is added, none without the setting', async () => {
  const ownerId = api.account.organisationId
  const { id } = await newApplication(api.platform, ownerId)
  const ask = (domain: string) =>
    client.ask({
      method: 'GET',
      path: `/v4/berth/organisations/${ownerId}/applications/${id}/domains/${encodeURIComponent(domain)}/proof`,
    })
  const { policies, dns } = api.platform
  assert.deepEqual(await ask('shop.example.org/x'), {
    fqdn: 'shop.example.org:4443/x',
    proof: null,
  })
  policies.domainProof = 'dns'
  const { value } = await proofRecord(ownerId, { host: 'shop.example.org', path: '/' })
  const shown = (isFound: boolean) => ({
    fqdn: '*.shop.example.org:4443/',
    proof: { name: '_berth.example.org', type: 'TXT', value, isFound },
  })
  assert.deepEqual(await ask('*.shop.example.org'), shown(false))
  dns.resolveTxt = async () => [value]
  assert.deepEqual(await ask('*.shop.example.org'), shown(true))
  policies.domainProof = 'none'
})

test('TCP redirections: the public shapes, from the first port to none', async () => {
  const ownerId = api.account.organisationId
  const { id } = await newApplication(api.platform, ownerId)
  const path = `/v2/organisations/${ownerId}/applications/${id}/tcpRedirs`
  const listNamespaces = () =>
    client.ask({ method: 'GET', path: `/v2/organisations/${ownerId}/namespaces` })
  const post = () => client.ask({ method: 'POST', path, body: { namespace: 'default' } })
  assert.deepEqual(await listNamespaces(), [])
  assert.match((await refusalOf(post())).message, /BERTH_TCP_PORTS/)
  api.platform.policies.tcpPorts = { from: 30_000, to: 30_000 }
  assert.deepEqual(await listNamespaces(), [{ namespace: 'default' }, { namespace: 'cleverapps' }])
  const redirection = { namespace: 'default', port: 30_000 }
  assert.deepEqual(await post(), redirection)
  assert.deepEqual(await client.ask({ method: 'GET', path }), [redirection])
  const remove = (port: string) =>
    client.ask({ method: 'DELETE', path: `${path}/${port}`, query: { namespace: 'default' } })
  assert.equal((await refusalOf(remove('30001'))).status, 404)
  assert.equal((await refusalOf(remove('x'))).status, 400)
  await remove('30000')
  assert.deepEqual(await client.ask({ method: 'GET', path }), [])
})
