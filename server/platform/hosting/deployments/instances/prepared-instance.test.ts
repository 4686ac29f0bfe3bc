import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { commitOf, openTestPlatform } from '#tests/support/platform/platform.ts'
import { createExpectedInstances } from './expected-instances.ts'

/** A platform whose engine notes what is prepared, started and stopped. */
async function openNoting() {
  const noted: [what: string, instanceId: string][] = []
  const setup = await openTestPlatform((parts) => ({
    ...parts,
    engine: {
      ...parts.engine,
      async prepare({ instanceId }) {
        noted.push(['prepare', instanceId])
      },
      async start(order) {
        noted.push(['start', order.instanceId])
        return parts.engine.start(order)
      },
      async stop(instanceId, grace) {
        noted.push(['stop', instanceId])
        await parts.engine.stop(instanceId, grace)
      },
    },
  }))
  return { setup, noted }
}

test('prepared instance: a deployment starts the instance that it has prepared, and stops it only when it is replaced', async () => {
  const { setup, noted } = await openNoting()
  await using _ = setup
  const application = await setup.application()
  assert.equal((await setup.deploy(application, commitOf('1'))).state, 'live')
  const [[, id] = assert.fail()] = noted
  assert.deepEqual(noted, [
    ['prepare', id],
    ['start', id],
  ])
})

test('prepared instance: a deployment that fails before its start frees it', async () => {
  const { setup, noted } = await openNoting()
  await using _ = setup
  const application = await setup.application({ environment: { MISBEHAVE: 'fail-build' } })
  assert.equal((await setup.deploy(application, commitOf('1'))).state, 'failed')
  const [[, id] = assert.fail()] = noted
  assert.deepEqual(noted, [
    ['prepare', id],
    ['stop', id],
  ])
})

test('expected instance: a deployment starts the one that was prepared while its push was received', async () => {
  const { setup, noted } = await openNoting()
  await using _ = setup
  const application = await setup.application()
  const { expectedInstances } = setup.platform
  expectedInstances.expect(application.id)
  expectedInstances.expect(application.id)
  await until(() => noted.length > 0, { timeout: 60_000, what: 'the preparation' })
  assert.equal((await setup.deploy(application, commitOf('1'))).state, 'live')
  const [[, id] = assert.fail()] = noted
  assert.deepEqual(noted, [
    ['prepare', id],
    ['start', id],
  ])
})

test('expected instance: without a deployment it is freed, by its time or by the end of the server', async () => {
  const { setup, noted } = await openNoting()
  await using _ = setup
  const application = await setup.application()
  createExpectedInstances(() => setup.platform, 1).expect(application.id)
  await until(() => noted.length === 2, { timeout: 60_000, what: 'the end of its time' })
  const [[, id] = assert.fail()] = noted
  assert.deepEqual(noted.splice(0), [
    ['prepare', id],
    ['stop', id],
  ])

  const expected = createExpectedInstances(() => setup.platform)
  expected.expect(application.id)
  await expected.close()
  assert.deepEqual(
    noted.map(([what]) => what),
    ['prepare', 'stop'],
  )
  expected.expect(application.id)
  await expected.close()
  assert.equal(noted.length, 2)
})

test('expected instance: one of an owner who has given the application away is freed', async () => {
  const { setup, noted } = await openNoting()
  await using _ = setup
  const application = await setup.application()
  const expected = createExpectedInstances(() => setup.platform)
  expected.expect(application.id)
  const other = await setup.platform.store.applications.find(application.id)
  const ownerId = 'orga_99999999-9999-4999-8999-999999999999' as const
  await using taken = await expected.take({ ...(other ?? assert.fail()), ownerId })
  assert.ok(taken.take())
  assert.deepEqual(noted.map(([what]) => what).slice(0, 2), ['prepare', 'stop'])
})
