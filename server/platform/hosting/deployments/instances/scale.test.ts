import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeApplication } from '#platform/hosting/applications/applications.ts'
import { setVariable } from '#platform/hosting/applications/variables.ts'
import { requestDeployment } from '#platform/hosting/deployments/queue/requests.ts'
import type { ApplicationChange } from '#platform/model/hosting/application.ts'
import {
  type LiveApplication,
  one,
  openLiveApplication,
  served,
  two,
} from '#tests/support/applications/live-application.ts'

/** Changes the scale through `changeApplication` and waits for the resulting deployment. */
async function rescale(setup: LiveApplication, change: ApplicationChange) {
  const { platform, application } = setup
  await changeApplication(platform, application, change, 'user_1')
  const [newest = assert.fail()] = await platform.store.deployments.listOf(application.id, {})
  const deployment = await setup.ended(newest.id)
  await platform.queue.idle(application.id)
  return deployment
}

const instancesOf = ({ platform, application }: LiveApplication) =>
  platform.store.instances.listOf(application.id)

test('scaling up: additional instances start from the artifact, beside the serving ones', async () => {
  await using setup = await openLiveApplication()
  const { platform, application, traffic } = setup
  const [first] = await instancesOf(setup)
  traffic.told.length = 0
  const deployment = await rescale(setup, { minInstances: 3, maxInstances: 3 })
  assert.deepEqual(
    [deployment.action, deployment.state, deployment.instances, deployment.commit],
    ['upscale', 'live', 3, one],
  )
  assert.equal(deployment.authorId, 'user_1')
  const instances = await instancesOf(setup)
  assert.deepEqual(
    instances.map(({ number, state }) => [number, state]),
    [
      [0, 'up'],
      [1, 'up'],
      [2, 'up'],
    ],
  )
  assert.equal(instances[0]?.id, first?.id)
  assert.deepEqual(await served(setup), [one, one, one])
  const steps = await platform.store.deployments.steps(deployment.id)
  assert.deepEqual(
    steps.map(({ state }) => state),
    ['queued', 'starting', 'checking', 'switching', 'live'],
  )
  assert.equal((await platform.store.releases.listOf(application.id)).length, 1)
})

test('scaling down: an instance is removed from the route before it is drained and stopped', async () => {
  await using setup = await openLiveApplication({ minInstances: 3, maxInstances: 3 })
  const { traffic } = setup
  traffic.told.length = 0
  const deployment = await rescale(setup, { minInstances: 1 })
  assert.deepEqual(
    [deployment.action, deployment.state, deployment.instances],
    ['downscale', 'live', 1],
  )
  assert.ok(traffic.told.indexOf('switch to 1') < traffic.told.indexOf('drain 2'))
  assert.deepEqual(await served(setup), [one])
  assert.equal((await instancesOf(setup)).length, 1)
})

test("scaling: another flavor replaces every instance, without a build and with the release's variables", async () => {
  await using setup = await openLiveApplication({ minInstances: 2, maxInstances: 2 })
  const { platform, application } = setup
  await setVariable(platform, application, 'MISBEHAVE', 'fail-build,never-listen')
  const before = (await instancesOf(setup)).map(({ id }) => id)
  const deployment = await rescale(setup, { minFlavor: 'S', maxFlavor: 'S' })
  assert.deepEqual([deployment.action, deployment.state], ['upscale', 'live'])
  const after = await instancesOf(setup)
  assert.deepEqual(
    after.map(({ flavor, state }) => [flavor, state]),
    [
      ['S', 'up'],
      ['S', 'up'],
    ],
  )
  assert.equal(
    after.some(({ id }) => before.includes(id)),
    false,
  )
  assert.deepEqual(await served(setup), [one, one])
})

test('scaling: another flavor replaces instances one by one, and never fewer serve', async () => {
  await using setup = await openLiveApplication({ minInstances: 3, maxInstances: 3 })
  const { traffic, platform } = setup
  const most: number[] = []
  const { start } = platform.engine
  platform.engine.start = async (order) => {
    most.push((await instancesOf(setup)).length)
    return start(order)
  }
  traffic.told.length = 0
  await rescale(setup, { minFlavor: 'S', maxFlavor: 'S', minInstances: 2, maxInstances: 2 })
  const told = traffic.told.filter((line, index) => line !== traffic.told[index - 1])
  // The owner's change reroutes once; then each replacement, and at last what is too many.
  assert.deepEqual(told, [
    'switch to 3',
    'drain 1',
    'switch to 3',
    'drain 1',
    'switch to 2',
    'drain 1',
  ])
  assert.deepEqual(most, [4, 4], 'one more than before at a time')
  platform.engine.start = start
})

test('scaling: when a replacement fails, those before it are taken back', async () => {
  await using setup = await openLiveApplication({ minInstances: 3, maxInstances: 3 })
  const { platform, application } = setup
  const { start } = platform.engine
  let starts = 0
  platform.engine.start = async (order) => {
    starts += 1
    if (starts === 2) throw new Error('no more room')
    return start(order)
  }
  const deployment = await rescale(setup, { maxFlavor: 'M', minFlavor: 'S' })
  assert.equal(deployment.state, 'failed')
  const flavors = (await instancesOf(setup)).map(({ flavor, state }) => `${flavor} ${state}`)
  assert.deepEqual(flavors, ['XS up', 'XS up', 'XS up'])
  assert.deepEqual(await served(setup), [one, one, one])
  const lines = await setup.lines(application.id)
  assert.ok(lines.includes('Going back to 3 instances of flavor XS.'), lines.join('\n'))
  platform.engine.start = start
})

test('scaling: of an application that is deleted meanwhile nothing is taken back', async () => {
  await using setup = await openLiveApplication({ minInstances: 3, maxInstances: 3 })
  const { platform, application } = setup
  const { start } = platform.engine
  const flavors: string[] = []
  platform.engine.start = async (order) => {
    flavors.push(order.limits.memoryMegabytes.toString())
    if (flavors.length === 2) await platform.store.applications.setWanted(application.id, 'gone')
    if (flavors.length === 2) throw new Error('no more room')
    return start(order)
  }
  await rescale(setup, { maxFlavor: 'M', minFlavor: 'S' })
  assert.equal(flavors.length, 2)
  platform.engine.start = start
})

test('scaling: new bounds move a scale at its minimum along, and leave one that was raised', async () => {
  await using setup = await openLiveApplication({ minInstances: 1, maxInstances: 4 })
  const { platform, application } = setup
  const scale = async () => {
    const found = await platform.store.applications.find(application.id)
    return `${found?.currentInstances} ${found?.currentFlavor}`
  }
  await changeApplication(platform, application, { minInstances: 2, maxFlavor: 'M' }, 'user_1')
  assert.equal(await scale(), '2 XS')
  await platform.store.applications.change(application.id, { currentInstances: 3 })
  await changeApplication(platform, application, { minInstances: 1, minFlavor: 'S' }, 'user_1')
  assert.equal(await scale(), '3 S')
  await changeApplication(platform, application, { maxInstances: 2 }, 'user_1')
  assert.equal(await scale(), '2 S')
  await platform.queue.idle(application.id)
})

test('scaling: another flavor of a homogeneous application stops the old instance first', async () => {
  await using setup = await openLiveApplication({ homogeneous: true })
  assert.equal((await rescale(setup, { minFlavor: 'S', maxFlavor: 'S' })).state, 'live')
  assert.deepEqual(await served(setup), [one])
  assert.equal((await instancesOf(setup)).length, 1)
})

test('scaling: a failure leaves the serving instances as they are', async () => {
  await using setup = await openLiveApplication()
  const { platform } = setup
  const start = platform.engine.start
  platform.engine.start = () => Promise.reject(new Error('no more room'))
  const deployment = await rescale(setup, { minInstances: 2, maxInstances: 2 })
  platform.engine.start = start
  assert.equal(deployment.state, 'failed')
  assert.match(deployment.failure ?? '', /no more room/)
  assert.deepEqual(await served(setup), [one])
  assert.equal((await instancesOf(setup)).length, 1)
})

test('scaling: an unchanged scale, or a stopped application, queues no deployment', async () => {
  await using setup = await openLiveApplication()
  const { platform, application } = setup
  await changeApplication(platform, application, { minInstances: 1, maxInstances: 4, name: 'x' })
  const fresh = await setup.platform.store.applications.find(application.id)
  assert.equal(fresh?.maxInstances, 4)
  await platform.store.applications.setWanted(application.id, 'down')
  await changeApplication(platform, application, { minInstances: 2 })
  assert.equal((await platform.store.deployments.listOf(application.id, {})).length, 1)
})

test('scaling: does not supersede a queued push, and is superseded by newer scaling', async () => {
  await using setup = await openLiveApplication()
  const { platform, application } = setup
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  platform.queue.first(application.id, () => held)
  const push = await requestDeployment(platform, application, {
    commit: two,
    cause: 'Git',
    authorId: '',
  })
  await changeApplication(platform, application, { minInstances: 2, maxInstances: 4 })
  await changeApplication(platform, application, { minInstances: 3 })
  release()
  const [last, middle] = await platform.store.deployments.listOf(application.id, {})
  assert.equal((await setup.ended(push.id)).state, 'live')
  assert.equal((await setup.ended(last?.id ?? 'deployment_none')).state, 'live')
  assert.deepEqual(
    [middle?.state, middle?.failure],
    ['cancelled', `Superseded by deployment ${last?.number}.`],
  )
  await platform.queue.idle(application.id)
  assert.deepEqual(await served(setup), [two, two, two])
})
