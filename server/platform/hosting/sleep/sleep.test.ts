import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { changeApplication } from '#platform/hosting/applications/applications.ts'
import { addTcpRedirection } from '#platform/hosting/applications/tcp-redirections/tcp-redirections.ts'
import { requestDeployment, requestStop } from '#platform/hosting/deployments/queue/requests.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { InstanceStatistics } from '#platform/model/hosting/deployments/traffic.ts'
import type { InstanceId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import {
  type LiveApplication,
  one,
  openLiveApplication,
  served,
  two,
} from '#tests/support/applications/live-application.ts'
import { newApplication } from '#tests/support/platform/platform.ts'
import { fallAsleep } from './fall-asleep.ts'
import { setSleepTimeout } from './set-sleep-timeout.ts'
import { sleepIfIdle } from './sleep-worker.ts'
import { wakeWithin } from './wake-within.ts'

const timeout = 300_000

const current = async ({ platform, application }: LiveApplication) =>
  (await platform.store.applications.find(application.id)) ?? assert.fail('it is gone')

const metered = async ({ platform }: LiveApplication) =>
  (await platform.store.usage.listOpen(['runtime'])).length

const instancesOf = ({ platform, application }: LiveApplication) =>
  platform.store.instances.listOf(application.id)

const isIdle = ({ platform, application }: LiveApplication) =>
  !platform.queue.isBusy(application.id)

/** Puts it to sleep as a member, and waits until nothing runs. */
async function sleeping(setup: LiveApplication) {
  await fallAsleep(setup.platform, setup.application.id, { authorId: 'user_1' })
  await until(async () => (await instancesOf(setup)).length === 0 && isIdle(setup), {
    timeout,
    what: 'the end of the instances',
  })
}

/** Names of its events about sleep, oldest first. */
async function eventsOf({ platform, application }: LiveApplication): Promise<string[]> {
  const { ownerId } = application
  const events = await platform.store.events.listAllAfter(0, 1000)
  return events
    .filter((event) => event.ownerId === ownerId && /SLEEP|WAKE/.test(event.name))
    .map(({ name }) => name)
}

test('sleep: instances stop and are not metered, the release stays, and its route leads to the activator', async () => {
  await using setup = await openLiveApplication({ stickySessions: true })
  const { platform, application, traffic } = setup
  await sleeping(setup)
  const { wanted, asleepSince, liveDeploymentId } = await current(setup)
  assert.equal(wanted, 'up')
  assert.ok(asleepSince !== null && liveDeploymentId !== null)
  assert.equal(await metered(setup), 0)
  const route = traffic.routes.get(application.id) ?? assert.fail('no route')
  const { upstreams, isStarting, stickySessions } = route
  assert.deepEqual(
    upstreams.map(({ address }) => address),
    [platform.activator],
  )
  assert.deepEqual([isStarting, stickySessions], [true, false])
  assert.deepEqual(await eventsOf(setup), ['APPLICATION_SLEEP'])
  assert.ok((await setup.lines(application.id)).some((line) => line.includes('sleeps')))
})

test('sleep: many visitors wake an application once', async () => {
  await using setup = await openLiveApplication()
  const { platform, application } = setup
  await sleeping(setup)
  const { start } = platform.engine
  let starts = 0
  platform.engine.start = (order) => {
    starts += 1
    return start.call(platform.engine, order)
  }
  const results = await Promise.all(
    Array.from({ length: 50 }, () => platform.waker.wake(application.id)),
  )
  assert.deepEqual([...new Set(results)], ['awake'])
  await until(() => isIdle(setup), { timeout, what: 'the end of the start' })
  assert.equal(starts, 1)
  assert.deepEqual(await served(setup), [one])
  assert.equal((await current(setup)).asleepSince, null)
  assert.equal(await metered(setup), 1)
  assert.equal(await platform.waker.wake(application.id), 'awake')
  assert.equal(starts, 1)
  assert.deepEqual(await eventsOf(setup), ['APPLICATION_SLEEP', 'APPLICATION_WAKE'])
})

test('sleep: a wake does not wait for the worker slots that builds hold', async () => {
  await using setup = await openLiveApplication()
  const { platform, application } = setup
  await sleeping(setup)
  const end = Promise.withResolvers<void>()
  const builds = await Promise.all(
    Array.from({ length: platform.policies.maxConcurrentDeployments }, () =>
      newApplication(platform, setup.account.organisationId),
    ),
  )
  for (const { id } of builds) platform.queue.first(id, () => end.promise)
  assert.equal(await platform.waker.wake(application.id), 'awake')
  end.resolve()
})

test('sleep: an application that does not start sleeps on, and is not tried for each visitor', async () => {
  await using setup = await openLiveApplication()
  const { platform, application, traffic } = setup
  await sleeping(setup)
  const { start } = platform.engine
  let starts = 0
  platform.engine.start = async () => {
    starts += 1
    throw new Error('no memory')
  }
  assert.equal(await platform.waker.wake(application.id), 'failed')
  const { asleepSince, wakeRequestedAt } = await current(setup)
  assert.ok(asleepSince !== null && wakeRequestedAt === null)
  assert.equal(await platform.waker.wake(application.id), 'failed')
  assert.equal(starts, 1)
  await assert.rejects(wakeWithin(platform, application.id, timeout), Refusal)
  assert.deepEqual(traffic.addressesOf(application.id), [platform.activator])
  // A deployment is tried at once, and awakens.
  platform.engine.start = start
  assert.equal((await setup.deploy(application, two)).state, 'live')
  assert.deepEqual(await served(setup), [two])
  assert.equal(await platform.waker.wake(application.id), 'awake')
})

test('sleep: a push deploys and awakens; one that fails leaves the application asleep and wakeable', async () => {
  await using setup = await openLiveApplication()
  const { platform, application, traffic } = setup
  await sleeping(setup)
  const { build } = platform.engine
  platform.engine.build = async () => {
    throw new Error('the build broke')
  }
  assert.equal((await setup.deploy(application, two)).state, 'failed')
  setup.bugs.length = 0
  await until(() => isIdle(setup), { timeout, what: 'the end of the deployment' })
  assert.notEqual((await current(setup)).asleepSince, null)
  assert.deepEqual(traffic.addressesOf(application.id), [platform.activator])
  platform.engine.build = build
  assert.equal(await platform.waker.wake(application.id), 'awake')
  assert.deepEqual(await served(setup), [one])
  await until(() => isIdle(setup), { timeout, what: 'the end of the start' })
  await sleeping(setup)
  assert.equal((await setup.deploy(application, two)).state, 'live')
  assert.equal((await current(setup)).asleepSince, null)
  assert.deepEqual(await served(setup), [two])
})

test('sleep: a stop ends it, a change of scale does not', async () => {
  await using setup = await openLiveApplication()
  const { platform, application, traffic } = setup
  await sleeping(setup)
  await changeApplication(platform, application, { minInstances: 2, maxInstances: 2 }, 'user_1')
  assert.deepEqual(traffic.addressesOf(application.id), [platform.activator])
  assert.equal(await platform.waker.wake(application.id), 'awake')
  await until(async () => (await served(setup)).length === 2 && isIdle(setup), {
    timeout,
    what: 'both instances',
  })
  await sleeping(setup)
  const { id } = await requestStop(platform, await current(setup), 'user_1')
  assert.equal((await setup.ended(id)).state, 'stopped')
  const { wanted, asleepSince } = await current(setup)
  assert.deepEqual([wanted, asleepSince], ['down', null])
  assert.deepEqual(traffic.addressesOf(application.id), [])
  assert.equal(await platform.waker.wake(application.id), 'awake', 'there is nothing to wake')
  assert.deepEqual(await instancesOf(setup), [])
})

test('sleep: what no visitor could wake is refused, and what does not run', async () => {
  await using setup = await openLiveApplication()
  const { platform, application } = setup
  const { id } = application
  for (const wrong of [0, 59_999, 90_000, 8 * 86_400_000]) {
    await assert.rejects(setSleepTimeout(platform, application, wrong), /between 1 minute/)
  }
  await platform.store.tcpRedirections.add({
    applicationId: id,
    namespace: 'default',
    port: 30_000,
  })
  await assert.rejects(setSleepTimeout(platform, application, 60_000), /TCP redirection/)
  await assert.rejects(fallAsleep(platform, id, { authorId: '' }), /TCP redirection/)
  const { activator: _, ...withoutActivator } = platform
  await assert.rejects(setSleepTimeout(withoutActivator, application, 60_000), /BERTH_ACTIVATOR/)
  await setSleepTimeout(platform, application, null)
  const other = await newApplication(platform, setup.account.organisationId)
  await assert.rejects(fallAsleep(platform, other.id, { authorId: '' }), /does not run/)
  await requestDeployment(platform, other, { commit: one, cause: 'Git', authorId: '' })
})

test('sleep worker: an application falls asleep after its time without visitors, and not while it has some', async () => {
  await using setup = await openLiveApplication()
  const { platform, application, traffic } = setup
  await until(() => isIdle(setup), { timeout, what: 'the end of the deployment' })
  await setSleepTimeout(platform, application, 60_000)
  const [instance = assert.fail()] = await instancesOf(setup)
  const begin = platform.monotonic()
  let now = begin
  const later = {
    ...platform,
    monotonic: () => now,
    times: { ...platform.times, since: () => now - begin },
  }
  platform.monotonic = () => now
  const counters: InstanceStatistics = {
    applicationId: application.id,
    instanceId: instance.id as InstanceId,
    requests: 1,
    status: { '1xx': 0, '2xx': 1, '3xx': 0, '4xx': 0, '5xx': 0 },
    bytesIn: 0,
    bytesOut: 0,
    latency: [],
  }
  /** Reads the counters every ten seconds until then. */
  const look = async (seconds: number) => {
    for (; now < begin + seconds * 1000; now += 10_000) {
      platform.visits.observe({ startedAt: 1, routes: [{ ...counters }] })
    }
    await sleepIfIdle(later, await current(setup))
    return (await current(setup)).asleepSince !== null
  }
  assert.equal(await look(50), false)
  counters.requests = 2
  assert.equal(await look(100), false, 'a visitor came at 50 s')
  counters.inFlight = 1
  assert.equal(await look(200), false, 'a WebSocket is open')
  delete counters.inFlight
  assert.equal(await look(240), false)
  assert.equal(await look(300), true)
  await until(async () => (await instancesOf(setup)).length === 0, { timeout, what: 'sleep' })
  assert.deepEqual(traffic.addressesOf(application.id), [platform.activator])
})

test('sleep: a TCP redirection is refused while its connections could wake nobody', async () => {
  await using setup = await openLiveApplication()
  const { platform, application } = setup
  await until(() => isIdle(setup), { timeout, what: 'the end of the deployment' })
  await fallAsleep(platform, application.id, { authorId: '' })
  platform.policies.tcpPorts = { from: 30_000, to: 30_010 }
  const add = () => addTcpRedirection(platform, application, { namespace: 'default' })
  await assert.rejects(add(), /berth wake/)
  assert.deepEqual(await platform.store.tcpRedirections.listOf(application.id), [])
})

test('sleep: an application that is woken before its instances have stopped is awake', async () => {
  await using setup = await openLiveApplication()
  const { platform, application } = setup
  const { id } = application
  await until(() => isIdle(setup), { timeout, what: 'the end of the deployment' })
  const end = Promise.withResolvers<void>()
  platform.queue.first(id, () => end.promise)
  await fallAsleep(platform, id, { authorId: '' })
  const woken = platform.waker.wake(id)
  await until(async () => (await current(setup)).wakeRequestedAt !== null, {
    timeout,
    what: 'the request to wake',
  })
  end.resolve()
  assert.equal(await woken, 'awake')
  const { asleepSince, wakeRequestedAt } = await current(setup)
  assert.deepEqual([asleepSince, wakeRequestedAt], [null, null])
  assert.deepEqual(await served(setup), [one])
})

test('sleep: what has to be built again for a visitor, and cannot, is built once', async () => {
  await using setup = await openLiveApplication()
  const { platform, application } = setup
  await sleeping(setup)
  let builds = 0
  platform.engine.holds = async () => false
  platform.engine.build = async () => {
    builds += 1
    throw new Failure('build', 'It cannot be built.', [])
  }
  assert.equal(await platform.waker.wake(application.id), 'failed')
  assert.equal(builds, 1)
  assert.equal((await current(setup)).wakeRequestedAt, null)
})
