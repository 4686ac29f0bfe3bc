import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { setVariable } from '#platform/hosting/applications/variables.ts'
import { requestDeployment } from '#platform/hosting/deployments/queue/requests.ts'
import {
  assertOnlyOldServes,
  openLiveApplication,
  served,
  two,
} from '#tests/support/applications/live-application.ts'
import { commitOf } from '#tests/support/platform/platform.ts'

/** Errors beside a deployment must not decide its outcome. */

test('deployment under errors: a store that is temporarily not writable delays it without losing it', async () => {
  let isFull = false
  await using setup = await openLiveApplication({}, (parts) => ({
    ...parts,
    store: {
      ...parts.store,
      async transaction(work) {
        if (isFull) throw new Error('database or disk is full')
        return parts.store.transaction(work)
      },
    },
  }))
  const { platform, application, bugs } = setup
  const { id } = await requestDeployment(platform, application, {
    commit: two,
    cause: 'Git',
    authorId: '',
  })
  isFull = true
  await until(() => bugs.length > 0, { timeout: 300_000, what: 'the error' })
  isFull = false
  assert.equal((await setup.ended(id)).state, 'live')
  await platform.queue.idle(application.id)
  assert.deepEqual(await served(setup), [two])
  bugs.length = 0
})

test('deployment under errors: an instance that cannot be stopped does not hide the failure', async () => {
  let isStuck = false
  await using setup = await openLiveApplication({}, (parts) => ({
    ...parts,
    engine: {
      ...parts.engine,
      async stop(instanceId, grace) {
        await parts.engine.stop(instanceId, grace)
        if (isStuck) throw new Error('processes 17 do not end')
      },
    },
  }))
  await setVariable(setup.platform, setup.application, 'MISBEHAVE', 'exit')
  isStuck = true
  const { state, failure } = await setup.deploy(setup.application, two)
  isStuck = false
  assert.equal(state, 'failed')
  assert.match(failure ?? '', /exited with code 3/)
  assert.deepEqual(await served(setup), [commitOf('1')])
  const lines = await setup.lines(setup.application.id)
  assert.ok(lines.some((line) => /could not be stopped: processes 17 do not end/.test(line)))
})

test('deployment under errors: an instance whose record cannot be written is stopped anyway', async () => {
  let isFull = false
  const begun: string[] = []
  await using setup = await openLiveApplication({}, (parts) => ({
    ...parts,
    store: {
      ...parts.store,
      instances: {
        ...parts.store.instances,
        async update(id, change) {
          if (isFull) throw new Error('database or disk is full')
          await parts.store.instances.update(id, change)
        },
      },
    },
    engine: {
      ...parts.engine,
      async start(order) {
        const started = await parts.engine.start(order)
        begun.push(order.instanceId)
        return started
      },
    },
  }))
  begun.length = 0
  isFull = true
  const { state, failure } = await setup.deploy(setup.application, two)
  isFull = false
  assert.equal(state, 'failed')
  assert.match(failure ?? '', /database or disk is full/)
  const [id = assert.fail()] = begun
  assert.equal(await setup.platform.engine.isRunning(id), false)
  await setup.deploy(setup.application, two)
  assert.equal((await setup.platform.store.instances.listOf(setup.application.id)).length, 1)
})

test('deployment under errors: a router that cannot drain does not keep the old version running', async () => {
  await using setup = await openLiveApplication({}, (parts) => ({
    ...parts,
    traffic: {
      ...parts.traffic,
      drain: () => Promise.reject(new Error('the router is gone')),
    },
  }))
  const { application, platform } = setup
  assert.equal((await setup.deploy(application, two)).state, 'live')
  assert.equal((await platform.store.instances.listOf(application.id)).length, 1)
  assert.deepEqual(await served(setup), [two])
})

test('deployment under errors: once one of two instances is unhealthy the other is no longer polled', async () => {
  const asked: number[] = []
  await using setup = await openLiveApplication({ minInstances: 2, maxInstances: 2 })
  const { application, platform } = setup
  assert.deepEqual(await served(setup), [commitOf('1'), commitOf('1')])
  await setVariable(platform, application, 'CC_HEALTH_CHECK_DEADLINE', '60s')
  const real = platform.probe
  platform.probe = (address, request, signal) => {
    asked.push(address.port)
    return real(address, request, signal)
  }
  let started = 0
  const start = platform.engine.start
  platform.engine.start = (order) => {
    const misbehave = started++ === 0 ? 'exit' : 'never-listen'
    const environment = { ...order.environment, MISBEHAVE: misbehave }
    return start({ ...order, environment })
  }
  const { state, failure } = await setup.deploy(application, two)
  assert.equal(state, 'failed')
  assert.match(failure ?? '', /^Instance 0 exited with code 3/)
  const count = asked.length
  await new Promise((resolve) => setTimeout(resolve, 300))
  assert.equal(asked.length, count)
  platform.engine.start = start
})

test('deployment under errors: a version stopped first is restored when the new one fails', async () => {
  await using setup = await openLiveApplication({ homogeneous: true })
  const { application, platform } = setup
  await setVariable(platform, application, 'MISBEHAVE', 'exit')
  assert.equal((await setup.deploy(application, two)).state, 'failed')
  await platform.queue.idle(application.id)
  await assertOnlyOldServes(setup)
})

test('deployment under errors: a version stopped first is restored when the new one is cancelled', async () => {
  await using setup = await openLiveApplication({ homogeneous: true, cancelOnPush: true })
  const { application, platform } = setup
  await setVariable(platform, application, 'MISBEHAVE', 'never-listen')
  const asked = await requestDeployment(platform, application, {
    commit: two,
    cause: 'Git',
    authorId: '',
  })
  await until(async () => (await platform.store.deployments.find(asked.id))?.state === 'checking', {
    timeout: 300_000,
    what: 'checking',
  })
  platform.queue.cancel(asked.id, 'The deployment was cancelled.')
  assert.equal((await setup.ended(asked.id)).state, 'cancelled')
  await platform.queue.idle(application.id)
  await assertOnlyOldServes(setup)
})
