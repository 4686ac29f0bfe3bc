import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commitOf, openTestPlatform } from '#tests/support/platform/platform.ts'

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
