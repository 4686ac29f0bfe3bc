import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { changeApplication } from '#platform/hosting/applications/applications.ts'
import { requestDeployment } from '#platform/hosting/deployments/queue/requests.ts'
import {
  assertOnlyOldServes,
  openLiveApplication,
  served,
  two,
} from '#tests/support/applications/live-application.ts'

test('switch: a router that applied the new route but failed to confirm is reset to the old one', async () => {
  let isDeaf = false
  await using setup = await openLiveApplication({}, (parts) => ({
    ...parts,
    traffic: {
      ...parts.traffic,
      async switchTo(route) {
        await parts.traffic.switchTo(route)
        if (!isDeaf) return
        isDeaf = false
        throw new Error('the answer was lost')
      },
    },
  }))
  isDeaf = true
  const { state, failure } = await setup.deploy(setup.application, two)
  assert.equal(state, 'failed')
  assert.match(failure ?? '', /The router rejected the new version: the answer was lost/)
  await assertOnlyOldServes(setup)
})

test('switch: a full store leaves visitors with the old version', async () => {
  let isFull = false
  let wasFull = true
  await using setup = await openLiveApplication({}, (parts) => ({
    ...parts,
    store: {
      ...parts.store,
      async transaction(work) {
        if (!isFull) return parts.store.transaction(work)
        isFull = false
        throw new Error('database or disk is full')
      },
    },
    traffic: {
      ...parts.traffic,
      async switchTo(route) {
        await parts.traffic.switchTo(route)
        isFull = (await parts.store.deployments.listUnfinished()).length > 0 && !wasFull
        wasFull ||= isFull
      },
    },
  }))
  wasFull = false
  const { state, failure } = await setup.deploy(setup.application, two)
  assert.equal(state, 'failed')
  assert.match(failure ?? '', /database or disk is full/)
  await assertOnlyOldServes(setup)
  setup.bugs.length = 0
})

test('switch: a concurrent change of the application leaves visitors with the new version', async () => {
  let reachesRouter: (() => Promise<unknown>) | undefined
  await using setup = await openLiveApplication({}, (parts) => ({
    ...parts,
    traffic: {
      ...parts.traffic,
      async switchTo(route) {
        if (route.forceHttps) await reachesRouter?.()
        reachesRouter = undefined
        await parts.traffic.switchTo(route)
      },
    },
  }))
  const { platform, application } = setup
  const stateOfNewest = async () =>
    (await platform.store.deployments.listOf(application.id, { limit: 1 }))[0]?.state ?? ''
  reachesRouter = () =>
    until(async () => ['switching', 'live'].includes(await stateOfNewest()), {
      timeout: 300_000,
      what: 'the switch',
    })
  const { id } = await requestDeployment(platform, application, {
    commit: two,
    cause: 'Git',
    authorId: '',
  })
  const changing = changeApplication(platform, application, { forceHttps: true })
  assert.equal((await setup.ended(id)).state, 'live')
  await changing
  await platform.queue.idle(application.id)
  assert.deepEqual(await served(setup), [two])
  assert.equal(setup.traffic.routes.get(application.id)?.forceHttps, true)
})

test('switch: changes made during the build are in the new route', async () => {
  let duringBuild: (() => Promise<unknown>) | undefined
  await using setup = await openLiveApplication({}, (parts) => ({
    ...parts,
    engine: {
      ...parts.engine,
      async build(order) {
        await duringBuild?.()
        return parts.engine.build(order)
      },
    },
  }))
  const { platform, application } = setup
  duringBuild = () => changeApplication(platform, application, { stickySessions: true })
  assert.equal((await setup.deploy(application, two)).state, 'live')
  assert.equal(setup.traffic.routes.get(application.id)?.stickySessions, true)
  assert.deepEqual(await served(setup), [two])
})
