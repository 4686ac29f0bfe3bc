import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { StoreOutage } from '#tests/support/faults/store-outage.ts'
import { commitOf, endOf, newApplication } from '#tests/support/platform/platform.ts'
import { openWorld, startServer } from '#tests/support/platform/world.ts'
import { requestDeployment } from './requests.ts'

const length = 100
const concurrency = 24

/** Deploys twice; the store is away from the given call of the second deployment on. Returns whether it came to that call. */
async function deployThroughOutage(at: number, isDone: boolean): Promise<boolean> {
  await using world = await openWorld()
  const outage = new StoreOutage({ at, isDone, length })
  const bugs: unknown[] = []
  const server = startServer(world, outage.wrap, (error) => bugs.push(error))
  try {
    const application = await newApplication(server, world.account.organisationId)
    const request = { cause: 'Git', authorId: '' } as const
    const first = await requestDeployment(server, application, {
      ...request,
      commit: commitOf('1'),
    })
    assert.equal((await endOf(world, first.id)).state, 'live')
    await server.queue.idle(application.id)
    outage.arm()
    // The request of a client is not repeated by us.
    const second = await requestDeployment(
      { ...server, store: world.store },
      (await world.store.applications.find(application.id)) ?? application,
      { ...request, commit: commitOf('2') },
    )
    const ended = await endOf(world, second.id)
    const what = `call ${at}${isDone ? ', whose answer was lost' : ''}`
    assert.equal(ended.state, 'live', `${what}: ${ended.failure}`)
    await server.queue.idle(application.id)
    // Work that was due after the end, such as stopping the old instances, may have been interrupted as well.
    const instances = await until(
      async () => {
        const left = await world.store.instances.listOf(application.id)
        return left.length === 1 && left
      },
      { timeout: 300_000, what: `the end of the other instances, ${what}` },
    )
    assert.equal(instances[0]?.deploymentId, second.id, what)
    assert.ok(await world.engine.isRunning(instances[0]?.id ?? ''), what)
    assert.equal(world.traffic.addressesOf(application.id).length, 1, what)
    const live = await world.store.applications.find(application.id)
    assert.equal(live?.liveDeploymentId, second.id, what)
    // The route repair logs that it tries again.
    const others = bugs.filter((error) => !/the database is not available/.test(String(error)))
    assert.deepEqual(others, [], what)
    return outage.hasHappened
  } finally {
    await server.queue.close()
    await server.supervision.close()
  }
}

for (const isDone of [false, true]) {
  test(`deployment: ends live although the store goes away at any of its calls${isDone ? ', after doing what it was asked' : ''}`, async () => {
    let at = 1
    let isMore = true
    const run = async () => {
      while (isMore) isMore = (await deployThroughOutage(at++, isDone)) && isMore
    }
    await Promise.all(Array.from({ length: concurrency }, run))
    assert.ok(at > 20, `only ${at} calls`)
  })
}
