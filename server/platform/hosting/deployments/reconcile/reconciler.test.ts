import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { changeApplication } from '#platform/hosting/applications/applications.ts'
import {
  type LiveApplication,
  one,
  openLiveApplication,
  served,
} from '#tests/support/applications/live-application.ts'
import { createReconciler } from './reconciler.ts'

/** A reconciler in a hurry, begun after something went wrong. */
function beginReconciler({ platform, bugs }: LiveApplication) {
  const reconciler = createReconciler({
    platform: () => platform,
    onBug: (error) => bugs.push(error),
    interval: 20,
    pauses: { first: 20, max: 100 },
  })
  reconciler.begin()
  return { [Symbol.asyncDispose]: () => reconciler.close() }
}

const activityOf = async ({ platform, application }: LiveApplication) => {
  const deployments = await platform.store.deployments.listOf(application.id, {})
  return deployments.map(({ action, state, cause, authorId }) => ({
    action,
    state,
    cause,
    authorId,
  }))
}

const metered = async ({ platform }: LiveApplication) =>
  (await platform.store.usage.listOpen(['runtime'])).map(({ meterId }) => meterId)

/** Waits until only the wanted instances are there, serve, and are metered. */
async function settled(setup: LiveApplication, count: number) {
  const { platform, application } = setup
  const instances = await until(
    async () => {
      const all = await platform.store.instances.listOf(application.id)
      const isRight = all.length === count && all.every(({ state }) => state === 'up')
      return isRight && !platform.queue.isBusy(application.id) && all
    },
    { timeout: 300_000, what: 'the wanted instances' },
  )
  assert.deepEqual(
    await metered(setup),
    instances.map(({ id }) => id),
  )
  assert.deepEqual(await served(setup), Array(count).fill(one))
}

async function scaleTo(setup: LiveApplication, count: number) {
  const { platform, application } = setup
  const bounds = { minInstances: count, maxInstances: count }
  await changeApplication(platform, application, bounds, 'user_1')
  const [newest = assert.fail()] = await platform.store.deployments.listOf(application.id, {})
  const deployment = await setup.ended(newest.id)
  await platform.queue.idle(application.id)
  return deployment
}

test('reconciler: a scaling down that failed once is tried again, told in the activity, and no longer metered', async () => {
  await using setup = await openLiveApplication({ minInstances: 2, maxInstances: 2 })
  const { platform } = setup
  const { switchTo } = platform.traffic
  let failures = 1
  platform.traffic.switchTo = async (route) => {
    if (route.upstreams.length === 1 && failures-- > 0) throw new Error('the router is away')
    return switchTo.call(platform.traffic, route)
  }
  assert.equal((await scaleTo(setup, 1)).state, 'failed')
  assert.equal((await metered(setup)).length, 2)
  await using _reconciler = beginReconciler(setup)
  await settled(setup, 1)
  const [newest] = await activityOf(setup)
  assert.deepEqual(newest, {
    action: 'downscale',
    state: 'live',
    cause: 'Wanted 1 instance of flavor XS, but 2 instances of flavor XS run',
    authorId: '',
  })
})

test('reconciler: an instance whose end failed is stopped later, and no longer metered', async () => {
  await using setup = await openLiveApplication({ minInstances: 2, maxInstances: 2 })
  const { platform, bugs } = setup
  const { stop } = platform.engine
  let failures = 3
  platform.engine.stop = async (...args) => {
    if (failures-- > 0) throw new Error('the engine is away')
    return stop.call(platform.engine, ...args)
  }
  await scaleTo(setup, 1)
  assert.equal((await metered(setup)).length, 2)
  bugs.length = 0
  await using _reconciler = beginReconciler(setup)
  await settled(setup, 1)
  const [newest, before] = await activityOf(setup)
  assert.equal(newest?.state, 'live')
  assert.equal(newest?.cause, '1 instance belongs to no version that serves')
  assert.equal(before?.state, 'failed', 'each attempt is told')
})

test('reconciler: an application with what it wants is left alone', async () => {
  await using setup = await openLiveApplication({ minInstances: 2, maxInstances: 2 })
  const before = await activityOf(setup)
  let looks = 0
  const { listUnfinished } = setup.platform.store.deployments
  setup.platform.store.deployments.listUnfinished = () => {
    looks += 1
    return listUnfinished()
  }
  await using _reconciler = beginReconciler(setup)
  await until(() => looks > 5, { timeout: 300_000, what: 'some rounds' })
  assert.deepEqual(await activityOf(setup), before)
})
