import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Client } from '#client/client.ts'
import type { Addon } from '#client/resources/marketplace/addons.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { Tenant, type TenantApplication } from '#tests/support/people/tenant.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { visit } from '#tests/support/visitors/visit.ts'
import { databaseProbe } from './fixtures/database-probe.ts'

/** Two tenants with databases on the same servers: one floods them, the other uses them normally. */
let berth: TestBerth
let mallory: Customer
let alice: Customer

interface Customer {
  client: Client
  ownerId: string
  application: TenantApplication
  addons: Record<string, Addon>
  variables: Record<string, string>
}

const providers = ['postgresql-addon', 'mysql-addon', 'redis-addon']
const flood = 300

before(async () => {
  berth = await TestBerth.start({ BERTH_SIGNUP: 'open' })
  ;[mallory, alice] = await Promise.all([openCustomer('mallory'), openCustomer('alice')])
})
after(() => berth?.[Symbol.asyncDispose]())

/** Signs up a tenant with an application linked to a database of each kind. */
async function openCustomer(name: string): Promise<Customer> {
  const tenant = await Tenant.signUp(berth, name)
  const { client } = tenant
  const ownerId = await tenant.organisation(name)
  const application = await tenant.application(ownerId, name)
  const addons: Record<string, Addon> = {}
  const variables: Record<string, string> = {}
  for (const providerId of providers) {
    const order = { name: providerId, providerId, region: 'par' }
    const addon = await client.addons.order(ownerId, order)
    addons[providerId] = addon
    for (const { name, value } of await client.addons.variables({ id: addon.id, ownerId }))
      variables[name] = value
    await client.addons.link(application.record, addon.id)
  }
  await application.push(databaseProbe)
  assert.equal((await application.ended()).state, 'OK')
  return { client, ownerId, application, addons, variables }
}

/** Runs a probe inside the tenant's application and returns its result. */
async function inside({ application }: Customer, path: string): Promise<unknown> {
  const host = `${application.record.id.replace('_', '-')}.localhost`
  const { visitors } = berth.addresses
  const { status, body } = await visit(visitors.http, host, { path: encodeURI(path) })
  assert.equal(status, 200, body)
  return JSON.parse(body)
}

/** A back-up logs in, dumps the database and restores it elsewhere, as the platform itself does. */
async function backUp({ client, addons, ownerId }: Customer, providerId: string): Promise<void> {
  const address = { id: addons[providerId]?.id ?? '', ownerId }
  const { backup_id } = await client.backups.make(address)
  const statusOf = async () =>
    (await client.backups.list(address)).find((each) => each.backup_id === backup_id)?.status
  await until(async () => (await statusOf()) !== 'RUNNING', {
    timeout: 300_000,
    every: 200,
    what: `the back-up of ${providerId}`,
  })
  assert.equal(await statusOf(), 'SUCCESS')
}

for (const [providerId, kind, port] of [
  ['postgresql-addon', 'postgresql', 'POSTGRESQL_ADDON_PORT'],
  ['mysql-addon', 'mysql', 'MYSQL_ADDON_PORT'],
] as const) {
  test(`${kind}: an application that holds ${flood} unauthenticated connections does not lock others out`, async () => {
    assert.equal(mallory.variables[port], alice.variables[port], 'they share a server')
    const held = Number(await inside(mallory, `/flood?kind=${kind}&count=${flood}`))
    assert.ok(held <= 16, `it holds ${held}`)
    for (let round = 0; round < 5; round += 1)
      assert.equal(await inside(alice, `/greet?kind=${kind}`), 'welcome')
    await backUp(alice, providerId)
    await inside(mallory, '/release')
  })
}

test('redis: a connection flood leaves room for the back-up of the same server', async () => {
  const held = Number(await inside(mallory, `/flood?kind=redis&count=${flood}`))
  assert.ok(held <= 100, `it holds ${held}, and the plan has 100`)
  assert.equal(await inside(alice, '/greet?kind=redis'), 'welcome')
  await backUp(mallory, 'redis-addon')
  await inside(mallory, '/release')
})

test('redis: an endless script is killed, with the server if it has written, and the data is kept', async () => {
  for (const tenant of [mallory, alice]) await inside(tenant, '/redis?command=SET ship Argo')
  // The first script can be killed; the second has written, so only the server can be.
  await inside(mallory, '/script?text=while true do end')
  await inside(alice, "/script?text=redis.call('set','sea','x') while true do end")
  for (const tenant of [mallory, alice]) {
    const answers = async () =>
      (await inside(tenant, '/redis?command=GET ship')) === '$4\r\nArgo\r\n'
    await until(answers, { timeout: 300_000, every: 500, what: 'an answer' })
  }
})

test('database servers: each is in a cgroup, and is OOM-killed before the platform', async () => {
  const seen: string[] = []
  for await (const file of glob('providers/*/**/process.json', { cwd: berth.data })) {
    const { pid, groups } = JSON.parse(await readFile(join(berth.data, file), 'utf8'))
    if (!groups) continue
    const limit = groups
      .flatMap((group: string) =>
        ['memory.limit_in_bytes', 'memory.max', 'pids.max'].map((name) => join(group, name)),
      )
      .filter((path: string) => existsSync(path))
    assert.equal(limit.length, 2, file)
    for (const path of limit) assert.ok(Number(await readFile(path, 'utf8')) < 2 ** 40, path)
    assert.equal((await readFile(`/proc/${pid}/oom_score_adj`, 'utf8')).trim(), '200')
    seen.push(file)
  }
  // Two shared servers, and one Redis each.
  assert.equal(seen.length, 4, seen.join())
})

test("providers: no file contains a customer's password in plaintext", async () => {
  const secrets = [mallory, alice].flatMap(({ variables }) =>
    Object.entries(variables).flatMap(([name, value]) =>
      name.endsWith('_PASSWORD') ? [value] : [],
    ),
  )
  assert.equal(secrets.length, 6)
  for await (const file of glob(
    'providers/*/{*.json,resources/*,*/server.json,*/*/server.json,*/*/own/*.conf}',
    { cwd: berth.data },
  )) {
    const text = await readFile(join(berth.data, file), 'utf8').catch(() => '')
    for (const secret of secrets) assert.ok(!text.includes(secret), file)
  }
})
