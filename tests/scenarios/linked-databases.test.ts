import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Addon } from '#client/resources/marketplace/addons.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { openExample } from '#tests/examples.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { visit } from '#tests/support/visitors/visit.ts'

/** An Express application that uses real databases through their variables, and one that may not. */
let berth: TestBerth
let web: PushedApplication
let stranger: PushedApplication
const addons: Addon[] = []
const ports: string[] = []

const stores = {
  'postgresql-addon': 'postgresql',
  'mysql-addon': 'mysql',
  'redis-addon': 'redis',
}
const names = Object.values(stores)

before(async () => {
  berth = await TestBerth.lease()
  web = await PushedApplication.ofExample(berth, await openExample('linked-databases'))
  stranger = await PushedApplication.ofExample(berth, await openExample('hello'))
})
after(() => berth?.[Symbol.asyncDispose]())

const counted = async (): Promise<unknown> => JSON.parse((await web.visit('/visits')).body)
const everywhere = (count: number) => Object.fromEntries(names.map((name) => [name, count]))
const addVisit = () =>
  visit(berth.addresses.visitors.http, web.host, { path: '/visits', method: 'POST' })
const reached = async (application: PushedApplication): Promise<unknown> =>
  JSON.parse((await application.visit(`/?ports=${ports}`)).body)

test('linked databases: are ordered and linked', async () => {
  const { client, admin } = berth
  for (const [providerId, name] of Object.entries(stores)) {
    const order = { name, providerId, region: 'par' }
    const addon = await client.addons.order(admin.organisationId, order)
    addons.push(addon)
    const address = { id: addon.id, ownerId: admin.organisationId }
    const variables = await client.addons.variables(address)
    ports.push(...variables.filter((one) => one.name.endsWith('_PORT')).map(({ value }) => value))
    await client.addons.link(web.record, addon.id)
  }
  assert.equal(ports.length, names.length)
})

test('linked databases: the application writes and reads through its variables', async () => {
  const deployment = await web.deploy({})
  assert.equal(deployment.state, 'OK')
  assert.equal((await web.visit()).body, `Linked to: ${names.join(', ')}`)
  assert.equal((await addVisit()).status, 201)
  assert.equal((await addVisit()).status, 201)
  assert.deepEqual(await counted(), everywhere(2))
})

test('linked databases: data survives a restart', async () => {
  const deployment = await web.deploy({ 'again.txt': '' })
  assert.equal(deployment.state, 'OK')
  await addVisit()
  assert.deepEqual(await counted(), everywhere(3))
})

test('linked databases: an application cannot reach them until it is linked', async () => {
  const deployment = await stranger.deploy({ 'server.js': tellsWhatIsOpen })
  assert.equal(deployment.state, 'OK')
  assert.deepEqual(await reached(stranger), [])
  const [first] = addons
  await berth.client.addons.link(stranger.record, first?.id ?? '')
  assert.deepEqual(await reached(stranger), ports.slice(0, 1))
  await berth.client.addons.unlink(stranger.record, first?.id ?? '')
  assert.deepEqual(await reached(stranger), [])
})

test('linked databases: a deleted one is unreachable, and the others stay', async () => {
  const [first, ...others] = addons
  const { organisationId: ownerId } = berth.admin
  await berth.client.addons.delete({ id: first?.id ?? '', ownerId })
  await until(async () => (await berth.client.addons.list(ownerId)).length === others.length, {
    timeout: 300_000,
    what: 'the end of the database',
  })
  const answer = await web.visit('/visits')
  assert.equal(answer.status, 500)
})

const tellsWhatIsOpen = `
import { createServer } from 'node:http'
import { connect } from 'node:net'

const isOpen = (port) =>
  new Promise((resolve) => {
    const socket = connect({ host: 'addons.localhost', port: Number(port), timeout: 60_000 })
    const end = (answer) => {
      socket.destroy()
      resolve(answer)
    }
    socket.on('connect', () => end(true)).on('timeout', () => end(false)).on('error', () => end(false))
  })
createServer(async (request, response) => {
  const ports = new URL(request.url, 'http://x').searchParams.get('ports')?.split(',') ?? []
  const open = await Promise.all(ports.map(isOpen))
  response.end(JSON.stringify(ports.filter((_, at) => open[at])))
}).listen(8080, '0.0.0.0')
`
