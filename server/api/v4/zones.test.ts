import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#client/client.ts'
import { ApiError } from '#client/http/api-error.ts'
import { ownZone, zones } from '#platform/model/zones.ts'
import { readSettings, SettingsError } from '#settings/settings.ts'
import { openTestApi } from '#tests/support/platform/api.ts'

const lyon = 'lyo:Lyon:FR:45.76:4.84'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** An API with BERTH_ZONES set. */
async function openApiWith(text: string) {
  const api = await openTestApi()
  const own = readSettings({ BERTH_ZONES: text }).zones.map(ownZone)
  api.platform.policies = { ...api.platform.policies, zones: [...zones, ...own] }
  return api
}

test("zones: are public in both formats, the operator's beside par and mtl", async () => {
  await using api = await openApiWith(`${lyon}, nyc:New York:US:40.71:-74.01`)
  const { ask } = createClient({ api: api.url })
  const get = <T>(path: string) => ask<T>({ method: 'GET', path })
  interface Zone {
    id: string
    name: string
  }
  const list = await ask<Zone[]>({
    method: 'GET',
    path: '/v4/products/zones',
    query: { ownerId: 'orga_1' },
  })
  assert.deepEqual(
    list.map(({ name }) => name),
    ['par', 'mtl', 'lyo', 'nyc'],
  )
  for (const { id } of list) assert.match(id, uuid)
  const { id, ...shown } = await get<Zone>('/v4/products/zones/lyo')
  assert.equal(id, list[2]?.id)
  assert.deepEqual(shown, {
    name: 'lyo',
    country: 'France',
    countryCode: 'FR',
    city: 'Lyon',
    displayName: 'Lyon',
    lat: 45.76,
    lon: 4.84,
    outboundIPs: [],
    status: {},
    tags: ['for:applications'],
  })
  assert.equal((await fetch(`${api.url}/v4/products/zones/atl`)).status, 404)
  assert.deepEqual((await get<Zone[]>('/v2/products/zones'))[2], {
    name: 'lyo',
    internal: false,
    correspondingRegion: 'lyo',
  })
})

test("zones: an application can be created in the operator's own zone, and in no unknown one", async () => {
  await using api = await openApiWith(lyon)
  const { applications } = createClient({ api: api.url, credentials: api.account })
  const body = { name: 'web', instanceType: 'node', zone: 'lyo' }
  const create = (body: object) =>
    createClient({ api: api.url, credentials: api.account }).ask<{ id: string; zoneId: string }>({
      method: 'POST',
      path: `/v2/organisations/${api.account.organisationId}/applications`,
      body,
    })
  const { id, zoneId } = await create({ ...body, instanceType: api.platform.runtimes[0]?.type })
  const [application] = await applications.list(api.account.organisationId)
  assert.deepEqual([application?.id, application?.zone], [id, 'lyo'])
  assert.equal(zoneId, api.platform.policies.zones[2]?.id)
  await assert.rejects(create({ ...body, zone: 'nowhere' }), (error) => {
    assert.ok(error instanceof ApiError)
    assert.equal(error.status, 400)
    return true
  })
})

test('zones: invalid ones are an error of the settings', () => {
  const problem = (text: string) => {
    try {
      readSettings({ BERTH_ZONES: text })
    } catch (error) {
      if (error instanceof SettingsError) return error.message
    }
    return assert.fail(`${text} was taken`)
  }
  assert.match(problem('par:Paris:FR:1:1'), /names par, which is there already/)
  assert.match(problem('mtl:Montreal:CA:1:1'), /names mtl, which is there already/)
  assert.match(problem(`${lyon},${lyon}`), /names lyo, which is there already/)
  for (const wrong of ['lyo', 'LYO:Lyon:FR:1:1', 'lyo:Lyon:XX:1:1', 'lyo:Lyon:FR:91:1'])
    assert.match(problem(wrong), /a zone looks like/)
  assert.match(problem('lyo:Lyon:FR:1:181'), /a zone looks like/)
})

test('reference lists: countries and kinds of second factor', async () => {
  await using api = await openTestApi()
  const { ask } = createClient({ api: api.url })
  const get = <T>(name: string) => ask<T>({ method: 'GET', path: `/v2/products/${name}` })
  const codes = await get<Record<string, string>>('countrycodes')
  assert.deepEqual([codes.FR, codes.CA, codes.ZZ], ['FRANCE', 'CANADA', undefined])
  assert.deepEqual(await get('countries'), Object.values(codes))
  assert.deepEqual(await get('mfa_kinds'), ['TOTP'])
})
