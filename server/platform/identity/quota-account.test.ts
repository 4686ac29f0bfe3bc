import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeApplication } from '#platform/hosting/applications/applications.ts'
import { receivePush } from '#platform/hosting/deployments/push.ts'
import { createConsumer } from '#platform/identity/access/consumers/consumers.ts'
import { changeMember, removeMember } from '#platform/identity/accounts/organisations/members.ts'
import { createOrganisation } from '#platform/identity/accounts/organisations/organisations.ts'
import { deleteAccount } from '#platform/identity/accounts/users/delete-account.ts'
import type { ApplicationId, OwnerId, UserId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { addPerson, callerFor } from '#tests/support/people/named-people.ts'
import {
  commitOf,
  newApplication,
  openTestPlatform,
  type TestPlatform,
} from '#tests/support/platform/platform.ts'
import { createDeploymentRate, quotaAccountOf } from './quotas.ts'

const refusal = (text: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Refusal)
  assert.match(error.message, text)
  assert.match(error.message, /own space and all organisations that they created share this limit/)
  return true
}

/** Ada with two organisations, and Bob, administrator of the first, with one of his own. */
async function openTown() {
  const setup = await openTestPlatform()
  const { platform } = setup
  const ada = await addPerson(setup, { name: 'Ada' })
  const [one, two] = [
    (await createOrganisation(platform, ada.id, { name: 'One' })).id,
    (await createOrganisation(platform, ada.id, { name: 'Two' })).id,
  ]
  const bob = await addPerson(setup, { name: 'Bob', at: one, role: 'ADMIN' })
  const ofBob = (await createOrganisation(platform, bob.id, { name: 'Of Bob' })).id
  return {
    setup,
    platform,
    ada,
    bob,
    one,
    two,
    ofBob,
    quotas: platform.policies.quotas,
    [Symbol.asyncDispose]: () => setup[Symbol.asyncDispose](),
  }
}

const push = (
  { platform }: Pick<TestPlatform, 'platform'>,
  { id }: { id: ApplicationId },
  digit: string,
  userId: UserId,
) =>
  receivePush(platform, {
    applicationId: id,
    commit: commitOf(digit),
    caller: callerFor(userId),
  })

test("quota account: applications of a user's organisations and personal space count together", async () => {
  await using town = await openTown()
  const { platform, quotas, ada, bob, one, two, ofBob } = town
  quotas.applications = 2
  await newApplication(platform, one)
  await newApplication(platform, ada.id)
  const full = refusal(/There are 2 applications already, and 2 are.*BERTH_QUOTA_APPLICATIONS/)
  for (const place of [one, two, ada.id])
    await assert.rejects(newApplication(platform, place), full)
  await newApplication(platform, bob.id)
  await newApplication(platform, ofBob)
})

test('quota account: concurrent requests for several organisations do not exceed the limit', async () => {
  await using town = await openTown()
  const { platform, quotas, ada, one, two } = town
  quotas.applications = 3
  const places = [one, two, ada.id, one, two, ada.id]
  const all = await Promise.allSettled(places.map((place) => newApplication(platform, place)))
  assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 3)
})

test('quota account: domains, instances, memory, deployments, disk and consumers count together', async () => {
  await using town = await openTown()
  const { setup, platform, quotas, ada, bob, one, two, ofBob } = town
  const none = Number.POSITIVE_INFINITY
  const [first, second, other] = [
    await newApplication(platform, one),
    await newApplication(platform, two),
    await newApplication(platform, ofBob),
  ]
  quotas.domains = 2
  await assert.rejects(newApplication(platform, ada.id), refusal(/BERTH_QUOTA_DOMAINS/))
  await setup.deploy(first, commitOf('a'))
  quotas.instances = 1
  await assert.rejects(push(town, second, 'b', ada.id), refusal(/^2 instances would run/))
  Object.assign(quotas, { instances: none, memory: 1024 ** 3 })
  await assert.rejects(push(town, second, 'b', ada.id), refusal(/^2048 MB of memory/))
  Object.assign(quotas, { memory: none, disk: 10 })
  const measured: string[] = []
  platform.diskUsage = { of: async (account) => measured.push(account) * 10 }
  await assert.rejects(push(town, second, 'b', ada.id), refusal(/BERTH_QUOTA_DISK/))
  assert.deepEqual(measured, [ada.id])
  quotas.disk = none
  platform.deploymentRate = createDeploymentRate({ deploymentsPerHour: 1 }, platform.clock)
  await push(town, first, 'b', bob.id)
  await assert.rejects(push(town, second, 'b', ada.id), refusal(/1 deployments within an hour/))
  await push(town, other, 'b', bob.id)
  const consumer = { name: 'tool', baseUrl: 'https://tool.example.test' }
  for (let made = 0; made < 100; made += 1) await createConsumer(platform, one, consumer)
  await assert.rejects(createConsumer(platform, two, consumer), refusal(/100 OAuth consumers/))
})

test('quota account: what others own does not count against invited members', async () => {
  await using town = await openTown()
  const { platform, quotas, bob, one } = town
  quotas.applications = 1
  await newApplication(platform, one)
  assert.notEqual(await quotaAccountOf(platform.store, one), bob.id)
  await newApplication(platform, bob.id)
})

test('quota account: an organisation counts against its creator, then against the oldest administrator', async () => {
  await using town = await openTown()
  const { setup, platform, ada, bob, one } = town
  const cyd = await addPerson(setup, { name: 'Cyd', at: one, role: 'ADMIN' })
  await changeMember(platform, one, ada.id, { role: 'DEVELOPER' })
  assert.equal(await quotaAccountOf(platform.store, one), ada.id)
  await changeMember(platform, one, bob.id, { job: 'Second founder' })
  await removeMember(platform, callerFor(bob.id), one, ada.id)
  assert.equal(await quotaAccountOf(platform.store, one), bob.id)
  await removeMember(platform, callerFor(bob.id), one, bob.id)
  assert.equal(await quotaAccountOf(platform.store, one), cyd.id)
})

test('quota account: after its creator is deleted, an organisation counts against another administrator', async () => {
  await using town = await openTown()
  const { platform, ada, bob, one, two } = town
  await platform.store.organisations.remove(two)
  await deleteAccount(platform, ada, '')
  assert.equal(await quotaAccountOf(platform.store, one), bob.id)
})

test('quota account: an organisation moved to a full account can be redeployed, but not grow', async () => {
  await using town = await openTown()
  const { setup, platform, quotas, ada, bob, one, ofBob } = town
  const [passed, own] = [await newApplication(platform, one), await newApplication(platform, ofBob)]
  await setup.deploy(passed, commitOf('a'))
  await setup.deploy(own, commitOf('a'))
  quotas.instances = 1
  await removeMember(platform, callerFor(ada.id), one, ada.id)
  for (const application of [passed, own]) {
    const { deployment } = await push(town, application, 'b', bob.id)
    assert.equal((await setup.ended(deployment.id)).state, 'live')
    const current = (await platform.store.applications.find(application.id)) ?? assert.fail()
    const larger = { minInstances: 2, maxInstances: 2 }
    const change = changeApplication(platform, current, larger)
    await assert.rejects(change, refusal(/^3 instances would run, and 1 are allowed/))
  }
})

test("quota account: the engine counts the network flows of a user's organisations together", async () => {
  await using town = await openTown()
  const { setup, platform, ada, one, two } = town
  const { engine } = platform
  const owners: string[] = []
  const noted = <Order extends { ownerId: OwnerId }>(order: Order) => {
    owners.push(order.ownerId)
    return order
  }
  platform.engine = {
    ...engine,
    build: (order) => engine.build(noted(order)),
    start: (order) => engine.start(noted(order)),
  }
  for (const place of [one, two, ada.id])
    await setup.deploy(await newApplication(platform, place), commitOf('a'))
  assert.deepEqual(owners, Array(6).fill(ada.id))
})
