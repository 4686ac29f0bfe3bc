import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { setVariable } from '#platform/hosting/applications/variables.ts'
import {
  livenessCheckOf,
  restartPause,
} from '#platform/hosting/deployments/liveness/liveness-check.ts'
import { createLiveness } from '#platform/hosting/deployments/liveness/liveness-monitor.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { InstanceId } from '#platform/model/ids.ts'
import {
  type LiveApplication,
  openLiveApplication,
  served,
  two,
} from '#tests/support/applications/live-application.ts'

const answerTimeout = 60_000
/** Version two is checked; time passes faster for the monitor, so that a test need not wait for intervals. */
async function openChecked(change = {}, variables: Record<string, string> = {}) {
  const setup = await openLiveApplication(change)
  const { platform, application } = setup
  const { clock, probe } = platform
  const begin = clock()
  const speed = 50
  platform.clock = () => begin + (clock() - begin) * speed
  platform.policies.healthCheckTimeout = answerTimeout * speed
  await platform.liveness.close()
  platform.liveness = createLiveness({ platform: () => platform, onBug: assert.ifError, speed })
  platform.liveness.begin()
  // Of one that hangs no answer is awaited; others may take as long as a busy machine makes them.
  const hanging = new Set<number>()
  platform.probe = (address, request) =>
    probe(address, request, AbortSignal.timeout(hanging.has(address.port) ? 50 : answerTimeout))
  const { revive } = platform.engine
  platform.engine.revive = (instance) => {
    hanging.clear()
    return revive(instance)
  }
  for (const [name, value] of Object.entries({ CC_HEALTH_CHECK_INTERVAL: '1s', ...variables })) {
    await setVariable(platform, application, name, value)
  }
  assert.equal((await setup.deploy(application, two)).state, 'live')
  const hang = async () => {
    const { host, port } = setup.traffic.addressesOf(application.id)[0] ?? assert.fail()
    await fetch(`http://${host}:${port}/hang/`)
    hanging.add(port)
  }
  return { ...setup, hang }
}

const lineOf = (setup: LiveApplication, pattern: RegExp) =>
  until(async () => (await setup.lines(setup.application.id)).find((line) => pattern.test(line)), {
    timeout: 300_000,
    what: String(pattern),
  })

const activityOf = async ({ platform, application }: LiveApplication) => {
  const [newest] = await platform.store.deployments.listOf(application.id, { limit: 1 })
  return newest ?? assert.fail()
}

test('liveness: the only instance that stops answering is restarted in place, and the activity tells why', async () => {
  await using setup = await openChecked()
  const { platform, application, traffic } = setup
  const [address] = traffic.addressesOf(application.id)
  await setup.hang()
  await lineOf(setup, /^Instance 0 stopped answering: GET \/ got no answer.*It is restarted\.$/)
  assert.deepEqual(traffic.addressesOf(application.id), [address], 'the last one stays in rotation')
  await lineOf(setup, /^Instance 0 answers again\.$/)
  assert.deepEqual(await served(setup), [two])
  assert.equal((await platform.store.instances.listOf(application.id)).length, 1)
  const { cause, state, action } = await until(
    async () => {
      const newest = await activityOf(setup)
      return newest.cause !== 'Git' && newest
    },
    { timeout: 300_000, what: 'the activity' },
  )
  assert.match(cause, /^Instance 0 stopped answering: GET \/ got no answer/)
  assert.deepEqual([state, action], ['live', 'deploy'])
})

test('liveness: one of two instances is out of rotation until it answers again', async () => {
  await using setup = await openChecked({ minInstances: 2, maxInstances: 2 })
  const { platform, application, traffic } = setup
  const { revive } = platform.engine
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  platform.engine.revive = async (instance) => {
    await released
    return revive(instance)
  }
  await setup.hang()
  await until(() => traffic.addressesOf(application.id).length === 1, {
    timeout: 300_000,
    what: 'the rotation without it',
  })
  assert.deepEqual(await served(setup), [two])
  release()
  await until(() => traffic.addressesOf(application.id).length === 2, {
    timeout: 300_000,
    what: 'the rotation with it',
  })
  assert.deepEqual(await served(setup), [two, two])
})

test('liveness: wrong answers now and then are not a reason, and an instance that is stopped is not restarted', async () => {
  await using setup = await openChecked()
  const { platform, application } = setup
  let asked = 0
  const terminated: string[] = []
  platform.probe = async () => (++asked % 3 === 0 ? 200 : 503)
  platform.engine.terminate = async (id) => void terminated.push(id)
  await until(() => asked > 12, { timeout: 300_000, what: 'some checks' })
  platform.probe = async () => 200
  await setVariable(platform, application, 'CC_HEALTH_CHECK_INTERVAL', '0')
  await setup.deploy(application, two)
  const { probe } = platform
  let isAsked = false
  platform.probe = (...args) => {
    isAsked = true
    return probe(...args)
  }
  for (const { id } of await platform.store.instances.listOf(application.id)) {
    assert.equal(platform.liveness.isOut(id), false)
  }
  assert.deepEqual([terminated, isAsked], [[], false])
})

test('liveness: an instance that never answers again is restarted again, and the activity tells of the first time', async () => {
  await using setup = await openChecked({}, { CC_HEALTH_CHECK_DEADLINE: '3s' })
  const { platform } = setup
  let restarts = 0
  platform.engine.terminate = async () => void restarts++
  platform.probe = async () => undefined
  await until(() => restarts >= 3, { timeout: 300_000, what: 'three restarts' })
  const failed = (await platform.store.deployments.listOf(setup.application.id, {})).filter(
    ({ state }) => state === 'failed',
  )
  assert.equal(failed.length, 1)
  assert.match(failed[0]?.failure ?? '', /has not answered for .* after its restart/)
})

test('liveness: the pauses between restarts in a row double, up to half an hour', () => {
  const pauses = [1, 2, 3, 4, 20].map((restarts) => restartPause(restarts, 60_000))
  assert.deepEqual(pauses, [60_000, 120_000, 240_000, 480_000, 1_800_000])
  assert.equal(restartPause(9, 3_600_000), 3_600_000)
})

test('liveness: an application that does not ask for it is not checked', async () => {
  await using setup = await openLiveApplication()
  const { platform, application } = setup
  let asked = 0
  const [instance = assert.fail()] = await platform.store.instances.listOf(application.id)
  platform.probe = async () => {
    asked += 1
    return 200
  }
  platform.liveness.watch(instance)
  platform.liveness.watch({ ...instance, id: 'un-kno-w-n-' as InstanceId })
  await platform.liveness.close()
  assert.equal(asked, 0)
})

test('liveness: interval and path are variables within bounds', () => {
  assert.equal(livenessCheckOf({}, 60_000), undefined)
  assert.equal(livenessCheckOf({ CC_HEALTH_CHECK_INTERVAL: ' ' }, 60_000), undefined)
  assert.equal(livenessCheckOf({ CC_HEALTH_CHECK_INTERVAL: '0' }, 60_000), undefined)
  assert.deepEqual(livenessCheckOf({ CC_HEALTH_CHECK_INTERVAL: '2' }, 60_000), {
    paths: ['/'],
    interval: 2000,
    timeout: 2000,
    startTimeout: 60_000,
  })
  const own = { CC_HEALTH_CHECK_INTERVAL: '1m', CC_LIVENESS_PATH: 'alive' }
  assert.deepEqual(livenessCheckOf({ ...own, CC_HEALTH_CHECK_PATH: '/ready' }, 60_000), {
    paths: ['/alive'],
    interval: 60_000,
    timeout: 5000,
    startTimeout: 60_000,
  })
  for (const text of ['often', '10ms', '2h', '-5']) {
    const check = () => livenessCheckOf({ CC_HEALTH_CHECK_INTERVAL: text }, 60_000)
    assert.throws(check, Failure, text)
  }
  const hostile = { ...own, CC_LIVENESS_PATH: '//elsewhere' }
  assert.throws(() => livenessCheckOf(hostile, 60_000), Failure)
})
