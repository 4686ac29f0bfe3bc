import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeApplication } from '#platform/applications/applications.ts'
import { receivePush } from '#platform/deployments/push.ts'
import { Refusal } from '#platform/refusal.ts'
import { commitOf, openTestPlatform } from '#tests/fixtures/platform.ts'
import { createDeploymentRate } from './deployment-rate.ts'
import { requireCount } from './quotas.ts'

const refusal = (kind: Refusal['kind'], text: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Refusal)
  assert.equal(error.kind, kind)
  assert.match(error.message, text)
  return true
}

test('quota of applications: the next one is refused with the setting, and comes once one is deleted', async () => {
  await using opened = await openTestPlatform()
  const { platform, account } = opened
  platform.policies.quotas.applications = 2
  const first = await opened.application()
  await opened.application()
  const more = /There are 2 applications already, and 2 are allowed.*BERTH_QUOTA_APPLICATIONS/
  await assert.rejects(opened.application(), refusal('conflict', more))
  assert.equal((await platform.store.applications.listOf(account.organisationId)).length, 2)
  await platform.store.applications.remove(first.id)
  await opened.application()
})

test('quota of applications: requests at the same moment get no more than is allowed', async () => {
  await using opened = await openTestPlatform()
  opened.platform.policies.quotas.applications = 3
  const all = await Promise.allSettled(Array.from({ length: 10 }, () => opened.application()))
  assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 3)
})

test('quota of domains: an application brings its own', async () => {
  await using opened = await openTestPlatform()
  opened.platform.policies.quotas.domains = 1
  await opened.application()
  await assert.rejects(opened.application(), refusal('conflict', /BERTH_QUOTA_DOMAINS/))
})

test('quota of instances and memory: pushes and scaling beyond it are refused, what runs goes on', async () => {
  await using opened = await openTestPlatform()
  const { platform } = opened
  const { quotas } = platform.policies
  quotas.instances = 2
  const caller = { userId: 'user_1' } as Parameters<typeof receivePush>[1]['caller']
  const [one, two] = [await opened.application(), await opened.application()]
  await changeApplication(platform, one, { minInstances: 2, maxInstances: 2 })
  await opened.deploy(one, commitOf('a'))
  const push = { applicationId: two.id, commit: commitOf('b'), caller }
  await assert.rejects(
    receivePush(platform, push),
    refusal('conflict', /^3 instances would run, and 2 are allowed/),
  )
  const live = (await platform.store.applications.find(one.id)) ?? assert.fail()
  await assert.rejects(
    changeApplication(platform, live, { minInstances: 3, maxInstances: 3 }),
    refusal('conflict', /BERTH_QUOTA_INSTANCES/),
  )
  quotas.instances = 10
  quotas.memory = 2 * 1024 ** 3
  await assert.rejects(
    receivePush(platform, push),
    refusal('conflict', /^3072 MB of memory would be in use, and 2048 MB are allowed/),
  )
  assert.equal((await platform.store.deployments.listOf(two.id, {})).length, 0)
  await changeApplication(platform, live, { minInstances: 1, maxInstances: 1 })
})

test('quota of disk: a push is refused while the owner has more than is allowed', async () => {
  await using opened = await openTestPlatform()
  const { platform } = opened
  const application = await opened.application()
  const caller = { userId: 'user_1' } as Parameters<typeof receivePush>[1]['caller']
  platform.policies.quotas.disk = 1024 ** 2
  platform.diskUsage = { of: async () => 2 * 1024 ** 2 }
  await assert.rejects(
    receivePush(platform, { applicationId: application.id, commit: commitOf('a'), caller }),
    refusal('conflict', /^2 MB of disk are in use, and 1 MB are allowed.*BERTH_QUOTA_DISK/),
  )
  assert.equal((await platform.store.deployments.listOf(application.id, {})).length, 0)
})

test('quota of deployments: each owner has a number of them within an hour', () => {
  let now = 0
  const rate = createDeploymentRate({ deploymentsPerHour: 2 }, () => now)
  rate.count('orga_one')
  rate.count('orga_one')
  assert.throws(() => rate.count('orga_one'), refusal('limited', /2 deployments within an hour/))
  rate.count('orga_two')
  now += 3_600_001
  rate.count('orga_one')
})

test('quotas: no limit is a limit that is never met', () => {
  const none = Number.POSITIVE_INFINITY
  const quotas = { addons: none } as Parameters<typeof requireCount>[0]
  requireCount(quotas, 'addons', { present: 1e9, adding: 1, noun: 'add-ons' })
})
