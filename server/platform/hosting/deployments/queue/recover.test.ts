import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { setVariable } from '#platform/hosting/applications/variables.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Engine } from '#platform/model/hosting/deployments/engine.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { atScale } from '#tests/support/applications/live-application.ts'
import { StoreOutage } from '#tests/support/faults/store-outage.ts'
import { commitOf, endOf, newApplication } from '#tests/support/platform/platform.ts'
import {
  openWorld,
  type ServerParts,
  startServer,
  type World,
} from '#tests/support/platform/world.ts'
import { recover } from './recover.ts'
import { cancelDeployment, requestDeployment } from './requests.ts'

async function liveApplication(world: World, change = {}): Promise<Application> {
  const server = startServer(world)
  const application = await newApplication(server, world.account.organisationId)
  await world.store.applications.change(application.id, atScale(change))
  const changed = (await world.store.applications.find(application.id)) ?? assert.fail()
  const { id } = await requestDeployment(server, changed, {
    commit: commitOf('1'),
    cause: 'Git',
    authorId: '',
  })
  assert.equal((await endOf(server, id)).state, 'live')
  await server.queue.idle(application.id)
  await close(server)
  return (await world.store.applications.find(application.id)) ?? assert.fail()
}

async function close(server: Platform): Promise<void> {
  await server.queue.close()
  await server.supervision.close()
}

/** A restarted server, with the bugs that it reported. */
async function startAgain(world: World, wrap?: (parts: ServerParts) => ServerParts) {
  const bugs: Error[] = []
  const onBug = (error: unknown) => void bugs.push(error as Error)
  const server = startServer(world, wrap, onBug)
  await recover(server, onBug)
  return { server, bugs, [Symbol.asyncDispose]: () => close(server) }
}

test('recovery: a missing instance of two is restored with its number', async () => {
  await using world = await openWorld()
  const { id } = await liveApplication(world, { minInstances: 2, maxInstances: 2 })
  const [first] = await world.store.instances.listOf(id)
  await world.engine.stop(first?.id ?? assert.fail(), 0)
  await using next = await startAgain(world)
  await next.server.queue.idle(id)
  const numbers = (await world.store.instances.listOf(id)).map(({ number }) => number)
  assert.deepEqual(numbers.toSorted(), [0, 1])
  assert.equal(world.traffic.addressesOf(id).length, 2)
  assert.deepEqual(next.bugs, [])
})

/** A restarted server whose engine finds that an earlier version has started all instances. */
const startOutdated = (world: World, wrap = (engine: Engine) => engine) =>
  startAgain(world, (parts) => ({
    ...parts,
    engine: wrap({
      ...parts.engine,
      async recover(instances, isRemote) {
        await parts.engine.recover(instances, isRemote)
        return instances.map(({ instanceId }) => instanceId)
      },
    }),
  }))

test('recovery: an outdated instance serves until its successor is healthy, then is drained', async () => {
  await using world = await openWorld()
  const { id } = await liveApplication(world)
  const before = await world.store.instances.listOf(id)
  world.traffic.told.length = 0
  await using next = await startOutdated(world)
  assert.deepEqual(
    world.traffic.addressesOf(id),
    before.map(({ started }) => started?.address),
  )
  await next.server.queue.idle(id)
  assert.deepEqual(world.traffic.told, ['replace all', 'switch to 1', 'drain 1'])
  const after = await world.store.instances.listOf(id)
  assert.equal(after.length, 1)
  assert.notEqual(after[0]?.id, before[0]?.id)
  assert.equal(await world.engine.isRunning(before[0]?.id ?? ''), false)
  assert.deepEqual(next.bugs, [])
})

test('recovery: an outdated instance whose successor does not start serves on', async () => {
  await using world = await openWorld()
  const { id } = await liveApplication(world)
  const before = await world.store.instances.listOf(id)
  await using next = await startOutdated(world, (engine) => ({
    ...engine,
    start: () => Promise.reject(new Error('no room for it')),
  }))
  await next.server.queue.idle(id)
  const ids = (await world.store.instances.listOf(id)).map((instance) => instance.id)
  assert.deepEqual(
    ids,
    before.map((instance) => instance.id),
  )
  assert.equal(await world.engine.isRunning(ids[0] ?? ''), true)
  assert.equal(world.traffic.addressesOf(id).length, 1)
  assert.deepEqual(next.bugs, [])
})

test('recovery: while an application is restored, its route says that it is being started', async () => {
  await using world = await openWorld()
  const { id } = await liveApplication(world)
  const stopped = await liveApplication(world)
  await world.store.applications.setWanted(stopped.id, 'down')
  for (const instance of await world.store.instances.listAll())
    await world.engine.stop(instance.id, 0)
  await using next = await startAgain(world)
  assert.equal(world.traffic.routes.get(id)?.isStarting, true)
  assert.equal(world.traffic.routes.get(stopped.id)?.isStarting, undefined)
  await next.server.queue.idle(id)
  const route = world.traffic.routes.get(id)
  assert.deepEqual([route?.isStarting, route?.upstreams.length], [undefined, 1])
})

test('recovery: an application that cannot be restored gets a failed deployment with the reason', async () => {
  await using world = await openWorld()
  const { id } = await liveApplication(world)
  const [instance] = await world.store.instances.listOf(id)
  await world.engine.stop(instance?.id ?? assert.fail(), 0)
  await using next = await startAgain(world, (parts) => ({
    ...parts,
    engine: { ...parts.engine, start: () => Promise.reject(new Error('no room for it')) },
  }))
  const failed = await until(
    async () =>
      (await world.store.deployments.listOf(id, {})).find(({ state }) => state === 'failed'),
    { timeout: 300_000, what: 'the failed deployment' },
  )
  assert.match(failed.failure ?? '', /no room for it/)
  await next.server.queue.idle(id)
  assert.equal((await world.store.deployments.listOf(id, {})).length, 2, 'tried once')
  assert.deepEqual(next.bugs, [])
})

test('recovery: an unreadable repository does not block the recovery of others', async () => {
  await using world = await openWorld()
  const damaged = await liveApplication(world)
  const other = await liveApplication(world)
  for (const { id } of await world.store.instances.listAll()) await world.engine.stop(id, 0)
  await using next = await startAgain(world, (parts) => ({
    ...parts,
    repositories: {
      ...parts.repositories,
      async headOf(id) {
        if (id === damaged.id) throw new Error('git rev-parse exited with 128')
        return undefined
      },
    },
  }))
  await next.server.queue.idle(damaged.id)
  await next.server.queue.idle(other.id)
  assert.equal(world.traffic.addressesOf(damaged.id).length, 1)
  assert.equal(world.traffic.addressesOf(other.id).length, 1)
  assert.deepEqual(
    next.bugs.map(({ message }) => message),
    ['git rev-parse exited with 128'],
  )
})

test('recovery: a deletion that cannot be finished yet does not block the start', async () => {
  await using world = await openWorld()
  const { id } = await liveApplication(world)
  await world.store.applications.setWanted(id, 'gone')
  let isBusy = true
  await using next = await startAgain(world, (parts) => ({
    ...parts,
    repositories: {
      ...parts.repositories,
      async remove(applicationId) {
        if (isBusy) throw new Error('the folder is busy')
        await parts.repositories.remove(applicationId)
      },
    },
  }))
  await until(() => next.bugs.length > 0, { timeout: 300_000, what: 'the error' })
  isBusy = false
  await until(async () => (await world.store.applications.listAll()).length === 0, {
    timeout: 300_000,
    what: 'the end of the deletion',
  })
  assert.deepEqual(await world.store.instances.listAll(), [])
})

test('recovery: a shutdown during the restore of an application is not reported as a bug', async () => {
  await using world = await openWorld()
  const { id } = await liveApplication(world)
  const [instance] = await world.store.instances.listOf(id)
  await world.engine.stop(instance?.id ?? assert.fail(), 0)
  const next = await startAgain(world)
  next.server.probe = async () => undefined
  await until(async () => (await world.store.instances.listOf(id))[0]?.state === 'starting', {
    timeout: 300_000,
    every: 1,
    what: 'the start',
  })
  await close(next.server)
  assert.deepEqual(next.bugs, [])
})

/** An application whose second version is on probation as its server ends. */
async function onProbation(world: World, length: string) {
  const application = await liveApplication(world)
  const server = startServer(world)
  await setVariable(server, application, 'CC_PROBATION', length)
  const { id } = await requestDeployment(server, application, {
    commit: commitOf('2'),
    cause: 'Git',
    authorId: '',
  })
  const isReached = async () => (await world.store.deployments.find(id))?.state === 'probation'
  await until(isReached, { timeout: 300_000, every: 2, what: 'the probation' })
  await close(server)
  assert.equal(await isReached(), true, 'a shutdown leaves it on probation')
  const instances = await world.store.instances.listOf(application.id)
  const fresh = instances.find(({ deploymentId }) => deploymentId === id) ?? assert.fail()
  return { application, id, instance: fresh }
}

const commitServed = async (world: World, id: ApplicationId) => {
  const [{ host, port } = assert.fail()] = world.traffic.addressesOf(id)
  const answer = await fetch(`http://${host}:${port}/`)
  return ((await answer.json()) as { commit: string }).commit
}

test('recovery: a probation goes on, however often the server restarts meanwhile', async () => {
  await using world = await openWorld()
  const { application, id } = await onProbation(world, '10m')
  for (let restarts = 0; restarts < 5; restarts++) {
    await using next = await startAgain(world)
    assert.equal(await commitServed(world, application.id), commitOf('2'))
    assert.equal((await world.store.instances.listOf(application.id)).length, 2, 'both versions')
    assert.equal((await world.store.deployments.find(id))?.state, 'probation')
    assert.deepEqual(next.bugs, [])
  }
  assert.equal((await world.store.deployments.find(id))?.attempts, 1)
  await using last = await startAgain(world)
  await cancelDeployment(last.server, (await world.store.deployments.find(id)) ?? assert.fail())
  assert.equal((await endOf(last.server, id)).state, 'cancelled')
  await last.server.queue.idle(application.id)
  assert.equal(await commitServed(world, application.id), commitOf('1'))
})

test('recovery: a version on probation that died while no server ran leaves visitors with the live one, and runs again', async () => {
  await using world = await openWorld()
  const { application, id, instance } = await onProbation(world, '50ms')
  await world.engine.stop(instance.id, 0)
  await using next = await startAgain(world)
  assert.equal(await commitServed(world, application.id), commitOf('1'))
  assert.equal((await endOf(next.server, id)).state, 'live')
  await next.server.queue.idle(application.id)
  assert.equal(await commitServed(world, application.id), commitOf('2'))
  assert.equal((await world.store.instances.listOf(application.id)).length, 1)
  assert.deepEqual(next.bugs, [])
})

test('recovery: a version that crashes while its probation waits for a worker is switched back', async () => {
  await using world = await openWorld()
  const { application, id, instance } = await onProbation(world, '10m')
  const server = startServer(world, undefined, undefined, { isHeld: true })
  await recover(server, (error) => assert.fail(error as Error))
  const { host, port } = instance.started?.address ?? assert.fail()
  await fetch(`http://${host}:${port}/exit/5`)
  server.queue.begin()
  const { state, failure } = await endOf(server, id)
  assert.equal(state, 'failed')
  assert.match(failure ?? '', /Instance 0 exited with code 5\.$/)
  await server.queue.idle(application.id)
  assert.equal(await commitServed(world, application.id), commitOf('1'))
  await close(server)
})

test('recovery: routes of many applications take as many calls of the store as those of one', async () => {
  const callsWith = async (applications: number): Promise<number> => {
    await using world = await openWorld()
    const maker = startServer(world)
    for (let made = 0; made < applications; made += 1)
      await newApplication(maker, world.account.organisationId)
    await close(maker)
    const counter = new StoreOutage({ at: Number.POSITIVE_INFINITY, isDone: true, length: 0 })
    let calls = 0
    counter.arm()
    await using _next = await startAgain(world, (parts) => ({
      ...counter.wrap(parts),
      traffic: {
        ...parts.traffic,
        async replaceAll(routes) {
          assert.equal(routes.length, applications)
          calls = counter.calls
        },
      },
    }))
    return calls
  }
  assert.equal(await callsWith(6), await callsWith(1))
})
