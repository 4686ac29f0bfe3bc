import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import { createOrganisation } from '#platform/identity/accounts/organisations/organisations.ts'
import type { OrganisationId, OwnerId } from '#platform/model/ids.ts'
import { environmentOf, type Stage, stages } from '#platform/model/marketplace/provider.ts'
import { ownZone } from '#platform/model/zones.ts'
import { addAddon } from '#stores/marketplace.contract.ts'
import { openTestPlatform, type TestPlatform } from '#tests/support/platform/platform.ts'
import { newManifest } from '#tests/support/providers/manifest.ts'
import { catalogueFor, findOffer, zonesOf } from './catalogue.ts'
import { deleteProvider, removeIfWithdrawn } from './delete-provider.ts'
import { addPlan } from './plans/plans.ts'
import { pushManifest } from './push-manifest.ts'
import { moveProvider } from './stage.ts'
import { addTester, removeTester } from './testers.ts'

let setup: TestPlatform
let ownerId: OwnerId
let testerId: OrganisationId
before(async () => {
  setup = await openTestPlatform()
  ownerId = setup.account.organisationId
  const user = await setup.platform.store.users.findByEmail(setup.account.email)
  testerId = (await createOrganisation(setup.platform, user?.id ?? 'user_nobody', { name: 'T' })).id
})
after(() => setup[Symbol.asyncDispose]())

async function provide(id: string, { regions = ['eu'], withPlan = true } = {}) {
  const manifest = newManifest(id, { regions })
  const { provider } = await pushManifest(setup.platform, { ownerId, manifest })
  if (withPlan) await addPlan(setup.platform, provider, { name: 'Dev', slug: 'dev', price: 1 })
  return provider
}

async function offeredTo(id: string): Promise<string[]> {
  const owners = {
    owner: ownerId,
    tester: testerId,
    stranger: 'orga_x',
    nobody: undefined,
  } as const
  const seen: string[] = []
  for (const [who, owner] of Object.entries(owners)) {
    const isListed = (await catalogueFor(setup.platform, owner)).some((o) => o.provider.id === id)
    const isFound = await findOffer(setup.platform, owner, id).then(
      () => true,
      () => false,
    )
    assert.equal(isListed, isFound, who)
    if (isListed) seen.push(who)
  }
  return seen
}

test('provider stage: each stage lets more users order', async () => {
  const provider = await provide('crow')
  await addTester(setup.platform, provider, testerId)
  const everybody = ['owner', 'tester', 'stranger', 'nobody']
  const expected: [Stage, string[]][] = [
    ['ALPHA', ['owner']],
    ['BETA_PRIV', ['owner', 'tester']],
    ['BETA_PUB', everybody],
    ['RELEASE', everybody],
    ['DELETED', []],
  ]
  for (const [stage, who] of expected) {
    await moveProvider(setup.platform, 'crow', stage)
    assert.deepEqual(await offeredTo('crow'), who, stage)
  }
  await moveProvider(setup.platform, 'crow', 'BETA_PRIV')
  await removeTester(setup.platform, provider, testerId)
  assert.deepEqual(await offeredTo('crow'), ['owner'])
})

test('provider stage: every move is possible except back to ALPHA', async () => {
  await provide('wren')
  const later = stages.filter((stage) => stage !== 'ALPHA')
  for (const from of later) {
    for (const to of later) {
      await setup.platform.store.providers.change('wren', { stage: from })
      const moved = await moveProvider(setup.platform, 'wren', to.toLowerCase())
      assert.deepEqual([moved.stage, environmentOf(moved)], [to, 'production'])
    }
    await setup.platform.store.providers.change('wren', { stage: from })
    await assert.rejects(moveProvider(setup.platform, 'wren', 'ALPHA'), { kind: 'conflict' })
  }
  await setup.platform.store.providers.change('wren', { stage: 'ALPHA' })
  assert.equal((await moveProvider(setup.platform, 'wren', 'ALPHA')).stage, 'ALPHA')
  assert.equal((await moveProvider(setup.platform, 'wren', 'RELEASE')).stage, 'RELEASE')
  await assert.rejects(moveProvider(setup.platform, 'wren', 'GAMMA'), { kind: 'invalid' })
  await assert.rejects(moveProvider(setup.platform, 'unknown', 'RELEASE'), { kind: 'missing' })
})

test('provider stage: a provider without plan or zone cannot become public', async () => {
  await provide('robin', { withPlan: false })
  for (const stage of ['BETA_PUB', 'RELEASE'])
    await assert.rejects(moveProvider(setup.platform, 'robin', stage), /has no plan yet/)
  await moveProvider(setup.platform, 'robin', 'BETA_PRIV')
  assert.deepEqual(
    (await catalogueFor(setup.platform, ownerId)).filter((o) => o.provider.id === 'robin'),
    [],
  )
  await provide('heron')
  const policies = { ...setup.platform.policies, zones: [] }
  await assert.rejects(moveProvider({ ...setup.platform, policies }, 'heron', 'RELEASE'), /no zone/)
})

test("provider zones: eu means every European zone, a zone's name that zone", async () => {
  const place = { city: '', latitude: 0, longitude: 0 }
  const zones = ['lyo:FR', 'zrh:CH', 'nyc:US', 'lim:CY'].map((text) => {
    const [name = '', countryCode = ''] = text.split(':')
    return ownZone({ ...place, name, countryCode })
  })
  const policies = { ...setup.platform.policies, zones }
  const european = await provide('swift')
  assert.deepEqual(zonesOf({ policies }, european), ['lyo', 'zrh', 'lim'])
  const both = await provide('swan', { regions: ['eu', 'nyc', 'us'] })
  assert.deepEqual(zonesOf({ policies }, both), ['lyo', 'zrh', 'nyc', 'lim'])
})

test('provider testers: are identified by owner ids', async () => {
  const provider = await provide('owl')
  await assert.rejects(addTester(setup.platform, provider, 'ada@example.org'), /id of an organ/)
  await assert.rejects(addTester(setup.platform, provider, newId('orga')), { kind: 'missing' })
  await assert.rejects(removeTester(setup.platform, provider, testerId), { kind: 'missing' })
})

test('provider deletion: a provider with add-ons is withdrawn, and deleted with the last of them', async () => {
  const { platform } = setup
  const provider = await provide('kite')
  const [plan] = await platform.store.plans.listOf('kite')
  assert.ok(plan)
  const addon = await addAddon(platform.store, provider, plan)
  assert.equal(await deleteProvider(platform, provider), 1)
  assert.equal((await platform.store.providers.find('kite'))?.stage, 'DELETED')
  await removeIfWithdrawn(platform, 'kite')
  assert.ok(await platform.store.providers.find('kite'))
  await platform.store.addons.remove(addon.id)
  await removeIfWithdrawn(platform, 'kite')
  assert.equal(await platform.store.providers.find('kite'), undefined)

  const other = await provide('gull')
  await removeIfWithdrawn(platform, 'gull')
  assert.ok(await platform.store.providers.find('gull'))
  assert.equal(await deleteProvider(platform, other), 0)
  assert.equal(await platform.store.providers.find('gull'), undefined)
})
