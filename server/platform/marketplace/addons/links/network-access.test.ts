import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOrganisation } from '#platform/identity/accounts/organisations/organisations.ts'
import { configureAddon } from '#platform/marketplace/addons/config/configure.ts'
import { deleteAddon } from '#platform/marketplace/addons/orders/delete-addon.ts'
import type { Engine } from '#platform/model/hosting/deployments/engine.ts'
import type { OrganisationId, UserId } from '#platform/model/ids.ts'
import type { PortAccess } from '#platform/model/marketplace/port-access.ts'
import { ownOwner, type Provider } from '#platform/model/marketplace/provider.ts'
import { addAddon, addOffer, type WantedAddon } from '#stores/marketplace.contract.ts'
import { addPerson } from '#tests/support/people/named-people.ts'
import { commitOf, newApplication, openTestPlatform } from '#tests/support/platform/platform.ts'
import { linkAddon, unlinkAddon } from './link.ts'
import { connectionsOf, maxConnections, portsFor, refreshNetworkAccess } from './network-access.ts'

/** A running application and the egress rules of its instance, call by call. */
async function openRunning(variables: string[], service: Partial<Provider> = {}) {
  const calls: number[][] = []
  const builds: number[][] = []
  const portsOf = (access: readonly PortAccess[]) => access.map(({ port }) => port)
  const note = (access: readonly PortAccess[]) => calls.push(portsOf(access))
  const watched = (engine: Engine): Engine => ({
    ...engine,
    addonsHost: 'addons.test',
    allowEgress: async (_, ports) => void note(ports),
    build(order) {
      builds.push(portsOf(order.reaches))
      return engine.build(order)
    },
    start(order) {
      note(order.reaches)
      return engine.start(order)
    },
  })
  const setup = await openTestPlatform((parts) => ({ ...parts, engine: watched(parts.engine) }))
  const { store } = setup.platform
  const { provider, plan } = await addOffer(store, { ownerId: ownOwner, ...service })
  const { manifest } = provider
  const ofThese = { ...manifest, api: { ...manifest.api, config_vars: variables } }
  await store.providers.change(provider.id, { manifest: ofThese })
  const mine = { ownerId: setup.account.organisationId, state: 'ready' } as const
  const order = (port: string, more: WantedAddon = {}) =>
    addAddon(store, provider, plan, {
      ...mine,
      realId: `r-${port}`,
      ...more,
      config: { PIGEON_HOST: 'addons.test', PIGEON_PORT: port },
    })
  const web = await setup.application()
  await setup.deploy(web, commitOf('1'))
  return { ...setup, order, web, calls, builds }
}

const names = ['PIGEON_HOST', 'PIGEON_PORT']
const memberOf = (organisationId: OrganisationId, userId: UserId) =>
  ({ organisationId, userId, role: 'DEVELOPER', job: '' }) as const

test('network access: an instance reaches linked add-ons, as long as they are linked', async () => {
  await using setup = await openRunning(names)
  const { platform, order, web, calls } = setup
  assert.deepEqual(calls, [[]])
  const [first, second] = [await order('7001'), await order('7002')]
  await linkAddon(platform, first, web)
  assert.deepEqual(calls.at(-1), [7001])
  await linkAddon(platform, second, web)
  assert.deepEqual(calls.at(-1), [7001, 7002])
  await configureAddon(platform, first, { PIGEON_PORT: '7003' })
  await platform.queue.idle(web.id)
  assert.deepEqual(calls.at(-1), [7003, 7002])
  await unlinkAddon(platform, first, web)
  assert.deepEqual(calls.at(-1), [7002])
  await deleteAddon(platform, second)
  assert.deepEqual(calls.at(-1), [])
})

test('network access: an instance reaches an add-on whose variables contain a former host name', async () => {
  await using setup = await openRunning(names)
  const { platform, order, web, calls } = setup
  const addon = await order('7001')
  await platform.store.addons.change(addon.id, ['ready'], {
    config: { PIGEON_HOST: 'addons.before', PIGEON_PORT: '7001' },
  })
  await linkAddon(platform, addon, web)
  assert.deepEqual(calls.at(-1), [7001])
})

test('network access: a build and a starting instance reach the add-ons linked by then', async () => {
  await using setup = await openRunning(names)
  const { platform, order, web, calls, builds } = setup
  await linkAddon(platform, await order('7001'), web)
  calls.length = 0
  await setup.deploy(web, commitOf('2'))
  assert.deepEqual(calls, [[7001]])
  assert.deepEqual(builds, [[], [7001]])
})

test('network access: of two concurrent changes the later one wins', async () => {
  await using setup = await openRunning(names)
  const { platform, order, web, calls } = setup
  const addon = await order('7001')
  const { store, engine } = platform
  let isFirst = true
  const slow = {
    ...engine,
    async allowEgress(id: string, ports: readonly PortAccess[]) {
      if (isFirst) await store.links.add({ addonId: addon.id, applicationId: web.id, createdAt: 1 })
      isFirst = false
      await engine.allowEgress(id, ports)
    },
  }
  await refreshNetworkAccess({ ...platform, engine: slow }, web.id)
  assert.deepEqual(calls.at(-1), [7001])
})

test('network access: neither a provider nor an owner opens ports by the values of variables', async () => {
  for (const [variables, service] of [
    // A provider of others, even where it has the id of a built-in one that is not offered.
    [names, { ownerId: 'orga_partner' }],
    // An owner chooses names and values of these variables.
    [['*'], { id: 'config-provider' }],
  ] as const) {
    await using setup = await openRunning([...variables], service)
    const { platform, order, web, calls } = setup
    await linkAddon(platform, await order('22'), web)
    assert.deepEqual(calls.flat(), [])
  }
})

test('network access: a provider does not declare ports in what it pushes or answers', async () => {
  await using setup = await openRunning(names, { ownerId: 'orga_partner', id: 'partner' })
  const { platform, order, web, calls } = setup
  const { store } = platform
  const { manifest } = (await store.providers.find('partner')) ?? assert.fail()
  const declared = { port_vars: ['PIGEON_PORT'], portVars: ['PIGEON_PORT'] }
  const api = { ...manifest.api, ...declared }
  await store.providers.change('partner', { manifest: { ...manifest, ...declared, api } })
  await linkAddon(platform, await order('22'), web)
  assert.deepEqual(calls.flat(), [])
})

test('network access: a variable opens a port only if the built-in provider declares it', async () => {
  await using setup = await openRunning([...names, 'ADMIN_HOST', 'ADMIN_PORT'])
  const { platform, order, web, calls } = setup
  const addon = await order('7001')
  const config = { ...addon.config, ADMIN_HOST: 'addons.test', ADMIN_PORT: '22' }
  await platform.store.addons.change(addon.id, ['ready'], { config })
  await linkAddon(platform, addon, web)
  assert.deepEqual(calls.at(-1), [7001])
  for (const port of ['', '0', '-1', '1.5', '65536', 'ssh']) {
    await configureAddon(platform, addon, { PIGEON_PORT: port })
    await platform.queue.idle(web.id)
    assert.deepEqual(calls.at(-1), [], port)
  }
})

test('network access: add-ons that one user ordered for several organisations share one connection limit', async () => {
  await using setup = await openRunning(names)
  const { platform, order, web, account } = setup
  const user = await addPerson(setup, { name: 'Ada' })
  const orders = { orderedBy: user.id }
  await platform.store.members.put(memberOf(account.organisationId, user.id))
  await linkAddon(platform, await order('7001', orders), web)
  for (const name of ['two', 'three']) {
    const { id } = await createOrganisation(platform, user.id, { name })
    const other = await newApplication(platform, id)
    const more = { ...orders, ownerId: id, realId: `r-${name}` }
    await linkAddon(platform, await order('7001', more), other)
    const [access] = await portsFor(platform, other.id)
    assert.equal(access?.account, user.id)
  }
  const stranger = await newApplication(platform, account.organisationId)
  const theirs = await order('7001', { orderedBy: 'user_gone', realId: 'r-other' })
  await linkAddon(platform, theirs, stranger)
  assert.equal((await portsFor(platform, web.id))[0]?.account, user.id)
  const ofGone = (await portsFor(platform, stranger.id))[0]?.account
  assert.equal(ofGone, account.organisationId, 'nobody answers for an owner whom they have left')
})

test('network access: an application with add-ons of several users counts as one account', async () => {
  await using setup = await openRunning(names)
  const { platform, order, web, account } = setup
  const people = [await addPerson(setup, { name: 'Ada' }), await addPerson(setup, { name: 'Bob' })]
  for (const [place, { id }] of people.entries()) {
    await platform.store.members.put(memberOf(account.organisationId, id))
    const more = { orderedBy: id, createdAt: place + 1 }
    await linkAddon(platform, await order(`700${place}`, more), web)
  }
  const accounts = (await portsFor(platform, web.id)).map(({ account }) => account)
  assert.deepEqual(accounts, [people[0]?.id, people[0]?.id])
})

const feature = (computableValue: string | null) => ({
  features: [{ name: 'Max connection limit', value: 'some', computableValue }],
})

test('connection limit: comes from the plan, or is the default', () => {
  assert.equal(connectionsOf(feature('45')), 45)
  for (const text of ['many', '0', '-3', '1.5', null])
    assert.equal(connectionsOf(feature(text)), 128, String(text))
  assert.equal(connectionsOf({ features: [] }), 128)
})

test("connection limit: one add-on gets its plan's limit, several share a part of the server", () => {
  assert.equal(maxConnections([5]), 16)
  assert.equal(maxConnections([500]), 500)
  assert.equal(maxConnections(Array.from({ length: 100 }, () => 5)), 64)
  assert.equal(maxConnections([125, 5]), 125)
})
