import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { sendRequest } from '#tests/support/people/signed-request.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** Properties of API records that clients rely on. */
let berth: TestBerth
let application: PushedApplication
let path: string

before(async () => {
  berth = await TestBerth.lease({ BERTH_ENGINE: 'memory' })
  application = await PushedApplication.create(berth, 'web')
  path = `/v2/organisations/${application.record.ownerId}/applications/${application.record.id}`
  await application.deploy(webServer('any'))
})
after(() => berth?.[Symbol.asyncDispose]())

const put = async (value: unknown) => {
  const body = JSON.stringify(value)
  const answer = await sendRequest(berth, 'PUT', path, { body })
  assert.equal(answer.status, 200, answer.text)
  return answer.json
}

test('API records: ids are version 4 UUIDs with a prefix', async () => {
  const { client, admin } = berth
  const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'
  const is = (id: string, prefix = '') => assert.match(id, new RegExp(`^${prefix}${uuid}$`))
  is(application.record.id, 'app_')
  is(admin.organisationId, 'orga_')
  is((await client.self.get()).id, 'user_')
  is(application.record.instance.variant.id)
  const [deployment] = await application.deployments()
  is(deployment?.uuid ?? '', 'deployment_')
  const [instance] = await client.instances.list(application.record)
  is(instance?.id ?? '')
  const zones = await client.ask<{ id: string }[]>({ method: 'GET', path: '/v4/products/zones' })
  for (const { id } of zones) is(id)
})

test('API records: an application of an organisation is also found in the personal space', async () => {
  const { id } = application.record
  const { status, json } = await sendRequest(berth, 'GET', `/v2/self/applications/${id}`)
  assert.deepEqual([status, json.id], [200, id])
})

test('API records: null and absent fields change nothing, and a whole record can be sent back', async () => {
  const { json: before } = await sendRequest(berth, 'GET', path)
  const nulls = Object.fromEntries(Object.keys(before).map((name) => [name, null]))
  assert.deepEqual(await put(nulls), before)
  assert.deepEqual(await put({}), before)
  assert.deepEqual(await put(before), before)
  const changed = await put({ ...nulls, description: 'new', forceHttps: 'ENABLED' })
  assert.deepEqual(changed, { ...before, description: 'new', forceHttps: 'ENABLED' })
  assert.deepEqual(await put({ description: before.description, forceHttps: 'DISABLED' }), before)
})

test('API records: variables set concurrently are all stored', async () => {
  const names = Array.from({ length: 50 }, (_, index) => `N${String(index).padStart(2, '0')}`)
  const { client } = berth
  await Promise.all(
    names.map((name) => client.environment.set(application.record, { name, value: `${name}\n=` })),
  )
  const all = await client.environment.list(application.record)
  assert.deepEqual(
    all,
    names.map((name) => ({ name, value: `${name}\n=` })),
  )
  await Promise.all(names.map((name) => client.environment.unset(application.record, name)))
  assert.deepEqual(await client.environment.list(application.record), [])
})

test('API records: a variable may have any name and value that an environment can hold', async () => {
  const { client } = berth
  const odd = {
    __proto__x: '1',
    constructor: '2',
    'a.b-c': '',
    EQUALS: 'a=b',
    LONG: 'ü'.repeat(9e3),
  }
  const variables = JSON.parse(`{"__proto__":"own",${JSON.stringify(odd).slice(1)}`)
  await client.environment.replace(application.record, variables)
  const all = await client.environment.list(application.record)
  assert.deepEqual(
    all.map(({ name, value }) => [name, value]).sort(),
    Object.entries(variables).sort(),
  )
  await client.environment.set(application.record, { name: '__proto__', value: 'again' })
  const names = (await client.environment.list(application.record)).map(({ name }) => name)
  assert.ok(names.includes('__proto__'))
  await client.environment.replace(application.record, {})
})

test('API records: applications created concurrently are all stored', async () => {
  const { client, admin } = berth
  const { instance, zone } = application.record
  const create = (name: string) =>
    sendRequest(berth, 'POST', `/v2/organisations/${admin.organisationId}/applications`, {
      body: JSON.stringify({ name, zone, instanceType: instance.type }),
    })
  const created = await Promise.all(Array.from({ length: 10 }, () => create('same name')))
  const ids = created.map(({ json }) => String(json.id))
  assert.equal(new Set(ids).size, 10)
  await Promise.all(
    ids.map((id) => client.applications.delete({ id, ownerId: admin.organisationId })),
  )
  assert.equal((await client.applications.list(admin.organisationId)).length, 1)
})
