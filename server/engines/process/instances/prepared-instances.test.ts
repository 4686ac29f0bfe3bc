import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { sampleBuild, sampleStart } from '#tests/support/applications/sample-application.ts'
import { openTestEngine } from '#tests/support/engine/process-engine.ts'
import { answerOf } from '#tests/support/engine/recorded-instances.ts'

/** What is left on the machine afterwards fails the removal of the engine's folder. */

const leasesIn = async (folder: string) => readFile(join(folder, 'network.json'), 'utf8')

test('prepared instances: one starts in the network that was set up before its artifact was there', async () => {
  await using opened = await openTestEngine()
  const { engine, folder } = opened
  const artifact = await engine.build(sampleBuild())
  const order = sampleStart(artifact, 'one')
  await engine.prepare?.(order)
  const leases = await leasesIn(folder)
  assert.match(leases, /"one"/)
  const { address } = await engine.start(order)
  assert.ok(leases.includes(address.host), 'the address is that of the lease')
  assert.equal((await answerOf(address)).status, 200)
  await engine.stop('one', 0)
  assert.doesNotMatch(await leasesIn(folder), /"one"/)
})

test('prepared instances: one that is never started is freed by its stop, also while it is prepared', async () => {
  await using opened = await openTestEngine()
  const { engine, folder } = opened
  const order = sampleStart({ id: 'none', handle: {} }, 'one')
  await engine.prepare?.(order)
  await engine.stop('one', 0)
  const preparing = engine.prepare?.(order)
  await engine.stop('one', 0)
  await preparing
  assert.doesNotMatch(await leasesIn(folder), /"one"/)
})

test('prepared instances: what a killed server has prepared is freed by the next one', async () => {
  await using opened = await openTestEngine()
  await opened.engine.prepare?.(sampleStart({ id: 'none', handle: {} }, 'one'))
  await opened.reopen()
  await opened.engine.recover([])
  assert.doesNotMatch(await leasesIn(opened.folder), /"one"/)
})
