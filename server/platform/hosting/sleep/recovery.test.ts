import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { recover } from '#platform/hosting/deployments/queue/recover.ts'
import { requestDeployment } from '#platform/hosting/deployments/queue/requests.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Platform } from '#platform/platform.ts'
import { endOf, newApplication } from '#tests/support/platform/platform.ts'
import { openWorld, startServer, type World } from '#tests/support/platform/world.ts'

const timeout = 300_000
const commit = '1'.repeat(40)

async function openLive(world: World): Promise<{ platform: Platform; application: Application }> {
  const platform = startServer(world)
  const application = await newApplication(platform, world.account.organisationId)
  const request = { commit, cause: 'Git', authorId: '' } as const
  const { id } = await requestDeployment(platform, application, request)
  assert.equal((await endOf(platform, id)).state, 'live')
  await until(() => !platform.queue.isBusy(application.id), { timeout, what: 'the deployment' })
  return { platform, application }
}

/** A server that begins after a crash of the one before, with the records that this has left. */
async function afterCrash(
  world: World,
  { platform, application }: { platform: Platform; application: Application },
  change: Partial<Application>,
): Promise<Platform> {
  await platform.queue.close()
  await platform.supervision.close()
  await world.store.applications.setSleep(application.id, change)
  const next = startServer(world, undefined, undefined, { isHeld: true })
  const bugs: unknown[] = []
  await recover(next, (error) => bugs.push(error))
  next.queue.begin()
  await until(() => !next.queue.isBusy(application.id), { timeout, what: 'the recovery' })
  assert.deepEqual(bugs, [])
  return next
}

test('sleep: a crash while an application falls asleep leaves it asleep and wakeable', async () => {
  await using world = await openWorld()
  const before = await openLive(world)
  const { id } = before.application
  const platform = await afterCrash(world, before, { asleepSince: 1 })
  assert.deepEqual(await world.store.instances.listOf(id), [])
  assert.deepEqual(await world.store.usage.listOpen(['runtime']), [])
  assert.deepEqual(world.traffic.addressesOf(id), [platform.activator])
  assert.equal(await platform.waker.wake(id), 'awake')
  assert.equal((await world.store.instances.listOf(id)).length, 1)
  await platform.queue.close()
})

test('sleep: a crash while an application is woken starts it', async () => {
  await using world = await openWorld()
  const before = await openLive(world)
  const { id } = before.application
  for (const instance of await world.store.instances.listOf(id)) {
    await world.engine.stop(instance.id, 0)
    await world.store.instances.remove(instance.id)
  }
  const platform = await afterCrash(world, before, { asleepSince: 1, wakeRequestedAt: 2 })
  const application = await world.store.applications.find(id)
  assert.deepEqual([application?.asleepSince, application?.wakeRequestedAt], [null, null])
  const instances = await world.store.instances.listOf(id)
  assert.deepEqual(
    instances.map(({ state }) => state),
    ['up'],
  )
  const addresses = instances.map(({ started }) => started?.address)
  assert.deepEqual(world.traffic.addressesOf(id), addresses)
  await platform.queue.close()
})
