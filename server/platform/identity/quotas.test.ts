import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeApplication } from '#platform/hosting/applications/applications.ts'
import { receivePush } from '#platform/hosting/deployments/push.ts'
import { usageAtScale, usageOf } from '#platform/hosting/quotas/running-quota.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { callerFor } from '#tests/support/people/named-people.ts'
import { commitOf, openTestPlatform } from '#tests/support/platform/platform.ts'
import { createDeploymentRate, requireCount } from './quotas.ts'

const refusal = (kind: Refusal['kind'], text: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Refusal)
  assert.equal(error.kind, kind)
  assert.match(error.message, text)
  return true
}

test('application quota: the next one is refused naming the setting, and allowed once one is deleted', async () => {
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

test('application quota: concurrent requests do not exceed the limit', async () => {
  await using opened = await openTestPlatform()
  opened.platform.policies.quotas.applications = 3
  const all = await Promise.allSettled(Array.from({ length: 10 }, () => opened.application()))
  assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 3)
})

test("domain quota: an application's default domain counts", async () => {
  await using opened = await openTestPlatform()
  opened.platform.policies.quotas.domains = 1
  await opened.application()
  await assert.rejects(opened.application(), refusal('conflict', /BERTH_QUOTA_DOMAINS/))
})

test('instance and memory quota: pushes and scaling beyond it are refused, running instances continue', async () => {
  await using opened = await openTestPlatform()
  const { platform } = opened
  const { quotas } = platform.policies
  quotas.instances = 2
  const caller = callerFor('user_1')
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

const pusher = callerFor('user_1')

test('instance quota: running instances count, even when the scale on record was lowered since', async () => {
  await using opened = await openTestPlatform()
  const { platform } = opened
  const [one, two] = [await opened.application(), await opened.application()]
  const large = { minInstances: 3, maxInstances: 3, minFlavor: 'S', maxFlavor: 'S' }
  await changeApplication(platform, one, large)
  await opened.deploy(one, commitOf('a'))
  await platform.store.applications.change(one.id, { currentInstances: 1, currentFlavor: 'XS' })
  const push = { applicationId: two.id, commit: commitOf('b'), caller: pusher }
  platform.policies.quotas.instances = 3
  await assert.rejects(receivePush(platform, push), refusal('conflict', /^4 instances would run/))
  platform.policies.quotas.instances = 10
  platform.policies.quotas.memory = 6 * 1024 ** 3
  await assert.rejects(receivePush(platform, push), refusal('conflict', /^7168 MB of memory/))
  await opened.deploy(one, commitOf('c'))
  await receivePush(platform, push)
})

test('instance quota: an application waiting for its first deployment cannot be scaled beyond it', async () => {
  await using opened = await openTestPlatform()
  const { platform } = opened
  const application = await opened.application()
  platform.policies.quotas.instances = 2
  await platform.queue.close()
  const push = { applicationId: application.id, commit: commitOf('a'), caller: pusher }
  await receivePush(platform, push)
  await assert.rejects(
    changeApplication(platform, application, { minInstances: 20, maxInstances: 20 }),
    refusal('conflict', /^20 instances would run, and 2 are allowed/),
  )
})

test('instance quota: a change is checked against the scale on record, not one read earlier', async () => {
  await using opened = await openTestPlatform()
  const { platform } = opened
  const application = await opened.application()
  await opened.deploy(application, commitOf('a'))
  const stale = (await platform.store.applications.find(application.id)) ?? assert.fail()
  platform.policies.quotas.instances = 2
  await changeApplication(platform, stale, { minInstances: 2, maxInstances: 2 })
  platform.policies.quotas.memory = 2 * 1024 ** 3
  await assert.rejects(
    changeApplication(platform, stale, { minFlavor: 'S', maxFlavor: 'S' }),
    refusal('conflict', /^4096 MB of memory would be in use/),
  )
})

test('instance quota: a deployment that would start too many fails, and the old version keeps serving', async () => {
  await using opened = await openTestPlatform()
  const { platform } = opened
  const application = await opened.application()
  await opened.deploy(application, commitOf('a'))
  const before = await platform.store.instances.listOf(application.id)
  await platform.store.applications.change(application.id, { currentInstances: 2 })
  platform.policies.quotas.instances = 1
  const { state, failure } = await opened.deploy(application, commitOf('b'))
  assert.equal(state, 'failed')
  assert.match(failure ?? '', /2 instances would run, and 1 are allowed/)
  const after = await platform.store.instances.listOf(application.id)
  assert.deepEqual(after, before)
})

test('instance quota: instances kept by CC_TROUBLESHOOT count, and do not accumulate', async () => {
  await using opened = await openTestPlatform()
  const { platform } = opened
  const environment = {
    MISBEHAVE: 'never-listen',
    CC_HEALTH_CHECK_DEADLINE: '2s',
    CC_TROUBLESHOOT: 'true',
    CC_HEALTH_CHECK_TIMEOUT: '1',
  }
  const [one, two] = [await opened.application({ environment }), await opened.application()]
  for (const digit of ['a', 'b']) {
    assert.equal((await opened.deploy(one, commitOf(digit))).state, 'failed')
    assert.equal((await platform.store.instances.listOf(one.id)).length, 1)
  }
  platform.policies.quotas.instances = 1
  const push = { applicationId: two.id, commit: commitOf('c'), caller: pusher }
  await assert.rejects(receivePush(platform, push), refusal('conflict', /^2 instances would run/))
  await receivePush(platform, { ...push, applicationId: one.id })
})

test('running usage: the maximum of scale and versions, plus all instances kept of failed deployments', () => {
  const of = (hasFailed: boolean, ...flavors: string[]) => ({
    hasFailed,
    instances: flavors.map((flavor) => ({ flavor })),
  })
  const gigabyte = 1024 ** 3
  const scale = usageAtScale({ currentInstances: 1, currentFlavor: 'S' })
  assert.deepEqual(usageOf(undefined, []), { instances: 0, memory: 0 })
  assert.deepEqual(usageOf(scale, []), { instances: 1, memory: 2 * gigabyte })
  const versions = [of(false, 'XS', 'XS', 'XS'), of(false, 'XS')]
  assert.deepEqual(usageOf(scale, versions), { instances: 3, memory: 3 * gigabyte })
  const all = [...versions, of(true, 'M'), of(true, 'M')]
  assert.deepEqual(usageOf(scale, all), { instances: 5, memory: 11 * gigabyte })
})

test('disk quota: a push is refused while the owner is over it', async () => {
  await using opened = await openTestPlatform()
  const { platform } = opened
  const application = await opened.application()
  const caller = callerFor('user_1')
  platform.policies.quotas.disk = 1024 ** 2
  platform.diskUsage = { of: async () => 2 * 1024 ** 2 }
  await assert.rejects(
    receivePush(platform, { applicationId: application.id, commit: commitOf('a'), caller }),
    refusal('conflict', /^2 MB of disk are in use, and 1 MB are allowed.*BERTH_QUOTA_DISK/),
  )
  assert.equal((await platform.store.deployments.listOf(application.id, {})).length, 0)
})

test('deployment rate: each owner has an hourly limit', () => {
  let now = 0
  const rate = createDeploymentRate({ deploymentsPerHour: 2 }, () => now)
  rate.count('orga_one')
  rate.count('orga_one')
  assert.throws(() => rate.count('orga_one'), refusal('limited', /2 deployments within an hour/))
  rate.count('orga_two')
  now += 3_600_001
  rate.count('orga_one')
})

test('quotas: `Infinity` is never reached', () => {
  const none = Number.POSITIVE_INFINITY
  const quotas = { addons: none } as Parameters<typeof requireCount>[0]
  requireCount(quotas, 'addons', { present: 1e9, adding: 1, noun: 'add-ons' })
})
