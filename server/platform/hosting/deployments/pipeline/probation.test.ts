import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { deleteApplication } from '#platform/hosting/applications/delete.ts'
import { setVariable } from '#platform/hosting/applications/variables.ts'
import {
  cancelDeployment,
  requestDeployment,
  requestStop,
} from '#platform/hosting/deployments/queue/requests.ts'
import { reroute } from '#platform/hosting/deployments/routes.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import {
  assertOnlyOldServes,
  type LiveApplication,
  one,
  openLiveApplication,
  served,
  three,
  two,
} from '#tests/support/applications/live-application.ts'
import { openTestPlatform } from '#tests/support/platform/platform.ts'
import { probationLength } from './probation.ts'

const push = (commit: string) => ({ commit, cause: 'Git', authorId: '' as const })

/** Long enough that only a failure or an interruption ends it. */
const endless = '10m'

async function openWithProbation(
  length: string,
  change: Parameters<typeof openLiveApplication>[0] = {},
): Promise<LiveApplication> {
  const setup = await openLiveApplication(change)
  await setVariable(setup.platform, setup.application, 'CC_PROBATION', length)
  return setup
}

/** Requests a deployment and waits until it is on probation. */
async function reachProbation({ platform, application }: LiveApplication, commit: string) {
  const current = (await platform.store.applications.find(application.id)) ?? assert.fail()
  const { id } = await requestDeployment(platform, current, push(commit))
  return until(
    async () => {
      const deployment = await platform.store.deployments.find(id)
      return deployment?.state === 'probation' && deployment
    },
    { timeout: 300_000, every: 2, what: 'the probation' },
  )
}

test('probation: a version that stays healthy becomes live, and only then the old one is a spare no longer and stops', async () => {
  await using setup = await openWithProbation('50ms')
  const { platform, application, traffic } = setup
  traffic.told.length = 0
  const deployment = await setup.deploy(application, two)
  assert.equal(deployment.state, 'live')
  const steps = await platform.store.deployments.steps(deployment.id)
  const states = steps.map(({ state }) => state)
  assert.deepEqual(states.slice(-3), ['switching', 'probation', 'live'])
  assert.deepEqual(traffic.told, ['switch to 1 + 1', 'switch to 1', 'drain 1'])
  assert.deepEqual(await served(setup), [two])
  assert.equal((await platform.store.instances.listOf(application.id)).length, 1)
})

test('probation: meanwhile visitors reach the new version, and the old release is live and ready', async () => {
  await using setup = await openWithProbation(endless)
  const { platform, application } = setup
  const deployment = await reachProbation(setup, two)
  assert.deepEqual(await served(setup), [two])
  const instances = await platform.store.instances.listOf(application.id)
  assert.deepEqual(
    instances.map(({ state }) => state),
    ['up', 'up'],
  )
  for (const { id } of instances) assert.ok(await platform.engine.isRunning(id))
  assert.equal((await platform.store.applications.find(application.id))?.commit, one)
  await cancelDeployment(platform, deployment)
  await setup.ended(deployment.id)
})

const hour = 3_600_000

test('probation: with the clock set back by an hour it lasts no longer, and a newer push is not delayed', async () => {
  await using setup = await openWithProbation('2s')
  const { platform, application } = setup
  let set = 0
  platform.clock = () => Date.now() + set
  const deployment = await reachProbation(setup, two)
  set = -hour
  const { id } = await requestDeployment(platform, application, push(three))
  assert.equal((await setup.ended(deployment.id)).state, 'live')
  assert.equal((await setup.ended(id)).state, 'live')
  const lines = await setup.lines(application.id)
  assert.ok(lines.every((line) => !/deployed in .*(-|h)/.test(line)))
})

test('probation: with the clock set forward by an hour it is not over', async () => {
  await using setup = await openWithProbation(endless)
  const { platform, application, traffic } = setup
  let set = 0
  platform.clock = () => Date.now() + set
  let probes = 0
  const { probe } = platform
  platform.probe = (...request) => {
    probes += 1
    return probe(...request)
  }
  const deployment = await reachProbation(setup, two)
  set = hour
  const before = probes
  await until(() => probes > before + 2, { timeout: 300_000, what: 'further checks' })
  const [address] = traffic.addressesOf(application.id)
  await fetch(`http://${address?.host}:${address?.port}/exit/7`)
  assert.equal((await setup.ended(deployment.id)).state, 'failed')
})

for (const [misbehaviour, sentence] of [
  ['crash-later', /^Failed on probation, .* after the switch: Instance 0 exited with code 1\.$/],
  ['hang-later', /^Failed on probation, .*: Instance 0 stopped answering: GET \/ got no answer/],
  ['error-later', /^Failed on probation, .*: Instance 0 stopped answering: GET \/ returned 500/],
] as const) {
  test(`probation: a version that does ${misbehaviour} is switched back, and the reason is told`, async () => {
    await using setup = await openWithProbation('20s')
    const { platform, application, traffic } = setup
    const { probe } = platform
    // An answer that never comes would be awaited for seconds.
    if (misbehaviour === 'hang-later')
      platform.probe = (address, request, signal) =>
        probe(address, request, AbortSignal.any([signal, AbortSignal.timeout(2000)]))
    const before = await platform.store.applications.find(application.id)
    await setVariable(platform, application, 'MISBEHAVE', misbehaviour)
    traffic.told.length = 0
    const { id, state, failure } = await setup.deploy(application, two)
    assert.equal(state, 'failed')
    assert.match(failure ?? '', sentence)
    assert.deepEqual(traffic.told, ['switch to 1 + 1', 'switch to 1', 'drain 1'])
    await assertOnlyOldServes(setup)
    assert.deepEqual(await platform.store.applications.find(application.id), before)
    const lines = await setup.lines(application.id)
    assert.ok(lines.includes('Visitors were switched back to the previous version.'))
    assert.equal(lines.filter((line) => line === failure).length, 1, 'told once')
    const steps = (await platform.store.deployments.steps(id)).map((step) => step.state)
    assert.deepEqual(steps.slice(-2), ['probation', 'failed'])
  })
}

test('probation: of two instances one that crashes is enough, and the requests of the other are drained', async () => {
  await using setup = await openWithProbation(endless, { minInstances: 2, maxInstances: 2 })
  const { platform, application, traffic } = setup
  const deployment = await reachProbation(setup, two)
  traffic.told.length = 0
  const [address] = traffic.addressesOf(application.id)
  await fetch(`http://${address?.host}:${address?.port}/exit/7`)
  const { state, failure } = await setup.ended(deployment.id)
  assert.equal(state, 'failed')
  assert.match(failure ?? '', /Instance [01] exited with code 7\.$/)
  await platform.queue.idle(application.id)
  assert.deepEqual(traffic.told, ['switch to 2', 'drain 2'])
  assert.deepEqual(await served(setup), [one, one])
})

test('probation: a first version that crashes fails and leaves nothing running', async () => {
  await using setup = await openTestPlatform()
  const environment = { CC_PROBATION: '20s', MISBEHAVE: 'crash-later' }
  const application = await setup.application({ environment })
  const { state, failure } = await setup.deploy(application, one)
  assert.equal(state, 'failed')
  assert.match(failure ?? '', /exited with code 1/)
  assert.deepEqual(setup.traffic.addressesOf(application.id), [])
  assert.deepEqual(await setup.platform.store.instances.listOf(application.id), [])
  assert.equal((await setup.platform.store.applications.find(application.id))?.commit, null)
})

test('probation: a version that was stopped first is started again when the new one crashes', async () => {
  await using setup = await openWithProbation('20s', { homogeneous: true })
  const { platform, application } = setup
  await setVariable(platform, application, 'MISBEHAVE', 'crash-later')
  assert.equal((await setup.deploy(application, two)).state, 'failed')
  await platform.queue.idle(application.id)
  await assertOnlyOldServes(setup)
})

test('probation: an old instance that crashes meanwhile is restarted, so that it is ready', async () => {
  await using setup = await openWithProbation(endless)
  const { platform, application, traffic } = setup
  const [old] = traffic.addressesOf(application.id)
  const deployment = await reachProbation(setup, two)
  await fetch(`http://${old?.host}:${old?.port}/exit/9`)
  await until(
    async () => (await setup.lines(application.id)).some((line) => /was restarted/.test(line)),
    {
      timeout: 300_000,
      what: 'the restart',
    },
  )
  await cancelDeployment(platform, deployment)
  await setup.ended(deployment.id)
  await platform.queue.idle(application.id)
  await assertOnlyOldServes(setup)
})

test('probation: a cancelled one is switched back', async () => {
  await using setup = await openWithProbation(endless)
  const deployment = await reachProbation(setup, two)
  await cancelDeployment(setup.platform, deployment)
  assert.equal((await setup.ended(deployment.id)).state, 'cancelled')
  await setup.platform.queue.idle(setup.application.id)
  await assertOnlyOldServes(setup)
})

test('probation: a newer push waits for its end, and then replaces the version', async () => {
  await using setup = await openWithProbation('300ms')
  const { platform, application } = setup
  const deployment = await reachProbation(setup, two)
  const newer = await requestDeployment(platform, application, push(three))
  assert.equal((await setup.ended(deployment.id)).state, 'live')
  assert.equal((await setup.ended(newer.id)).state, 'live')
  await platform.queue.idle(application.id)
  assert.deepEqual(await served(setup), [three])
})

test('probation: a newer push of an application that cancels on push does not wait for it', async () => {
  await using setup = await openWithProbation(endless, { cancelOnPush: true })
  const { platform, application } = setup
  const deployment = await reachProbation(setup, two)
  await setVariable(platform, application, 'CC_PROBATION', '0')
  const newer = await requestDeployment(platform, application, push(three))
  assert.equal((await setup.ended(deployment.id)).state, 'cancelled')
  assert.equal((await setup.ended(newer.id)).state, 'live')
  await platform.queue.idle(application.id)
  assert.deepEqual(await served(setup), [three])
  assert.equal((await platform.store.instances.listOf(application.id)).length, 1)
})

test('probation: a stop and a deletion end it and everything else', async () => {
  await using setup = await openWithProbation(endless)
  const { platform, application, traffic } = setup
  const first = await reachProbation(setup, two)
  const stop = await requestStop(platform, application, '')
  assert.equal((await setup.ended(stop.id)).state, 'stopped')
  assert.equal((await setup.ended(first.id)).state, 'cancelled')
  assert.deepEqual(traffic.addressesOf(application.id), [])
  assert.deepEqual(await platform.store.instances.listOf(application.id), [])
  await reachProbation(setup, two)
  await deleteApplication(platform, application)
  assert.equal(traffic.routes.has(application.id), false)
  assert.deepEqual(await platform.store.instances.listAll(), [])
})

test('probation: deployments of others need not wait for it', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const waiting = await Promise.all(
    Array.from({ length: platform.policies.maxConcurrentDeployments + 1 }, async () => {
      const application = await setup.application({ environment: { CC_PROBATION: endless } })
      return requestDeployment(platform, application, push(one))
    }),
  )
  await until(
    async () => {
      const all = await platform.store.deployments.listUnfinished()
      return all.filter(({ state }) => state === 'probation').length === waiting.length
    },
    { timeout: 300_000, what: 'all probations' },
  )
})

test('probation: an instance of a failed version is kept for troubleshooting if wanted', async () => {
  await using setup = await openWithProbation('20s')
  const { platform, application } = setup
  await setVariable(platform, application, 'MISBEHAVE', 'crash-later')
  await setVariable(platform, application, 'CC_TROUBLESHOOT', 'true')
  assert.equal((await setup.deploy(application, two)).state, 'failed')
  assert.deepEqual(await served(setup), [one])
  const states = (await platform.store.instances.listOf(application.id)).map(({ state }) => state)
  assert.deepEqual(states.toSorted(), ['starting', 'up'])
})

test('probation: a change of the route at its end leaves visitors with the new version', async () => {
  await using setup = await openWithProbation('400ms')
  const { platform, application } = setup
  const { routeLock, store } = platform
  const { deployments } = store
  let now = platform.clock()
  platform.clock = () => now
  const { id } = await reachProbation(setup, two)
  const { listUnfinished } = deployments
  const isLive = async () => (await deployments.find(id))?.state === 'live'
  let isTurnWanted = false
  // Has read the application, and with it the old release, when the probation ends.
  const rerouting = reroute(platform, application.id)
  platform.routeLock = (key, work) => {
    isTurnWanted = true
    return routeLock(key, work)
  }
  deployments.listUnfinished = async () => {
    await until(async () => isTurnWanted || (await isLive()), { timeout: 300_000, what: 'the end' })
    return listUnfinished()
  }
  now += 1000
  await rerouting
  assert.equal((await setup.ended(id)).state, 'live')
  await platform.queue.idle(application.id)
  assert.deepEqual(await served(setup), [two])
})

test('probation: its length is the variable or the default, within bounds', () => {
  assert.equal(probationLength({}, 5000), 5000)
  assert.equal(probationLength({ CC_PROBATION: ' ' }, 5000), 5000)
  assert.equal(probationLength({ CC_PROBATION: '0' }, 5000), 0)
  assert.equal(probationLength({ CC_PROBATION: '90s' }, 5000), 90_000)
  for (const text of ['soon', '-1', '11m', '1e9', '5 5']) {
    assert.throws(() => probationLength({ CC_PROBATION: text }, 5000), Failure, text)
  }
})
