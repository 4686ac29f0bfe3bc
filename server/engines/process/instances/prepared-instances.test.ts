import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import type { BuildStep } from '#platform/model/hosting/recipe/recipe.ts'
import { sampleBuild, sampleStart } from '#tests/support/applications/sample-application.ts'
import { openTestEngine } from '#tests/support/engine/process-engine.ts'
import { answerOf } from '#tests/support/engine/recorded-instances.ts'

/** What is left on the machine afterwards fails the removal of the engine's folder. */

/** Boot, PID and start time of the process that launches the instance. */
const launcherIn = (folder: string) => readFile(join(folder, 'instances/one/identity'), 'utf8')
const pidOf = (identity: string) => Number(identity.split(/\s/)[1])

const leasesIn = async (folder: string) => readFile(join(folder, 'network.json'), 'utf8')

test('prepared instances: one starts in the network and process that were there before its artifact', async () => {
  await using opened = await openTestEngine()
  const { engine, folder } = opened
  const artifact = await engine.build(sampleBuild())
  const order = sampleStart(artifact, 'one')
  await engine.prepare?.(order)
  const leases = await leasesIn(folder)
  assert.match(leases, /"one"/)
  const launcher = await launcherIn(folder)
  const { address } = await engine.start(order)
  assert.equal(await launcherIn(folder), launcher, 'it runs in the process that was prepared')
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

test('prepared instances: one whose process was killed, or whose limits have changed, is set up again', async () => {
  await using opened = await openTestEngine()
  const { engine, folder } = opened
  const artifact = await engine.build(sampleBuild())
  const order = sampleStart(artifact, 'one')
  await engine.prepare?.(order)
  const killed = await launcherIn(folder)
  process.kill(pidOf(killed), 'SIGKILL')
  await until(() => !existsSync(`/proc/${pidOf(killed)}`), { timeout: 300_000, what: 'its end' })
  const { address } = await engine.start(order)
  assert.equal((await answerOf(address)).status, 200)
  assert.notEqual(await launcherIn(folder), killed)
  await engine.stop('one', 0)

  await engine.prepare?.({ ...order, limits: { ...order.limits, memoryMegabytes: 256 } })
  const smaller = await launcherIn(folder)
  const scaled = await engine.start(order)
  assert.equal((await answerOf(scaled.address)).status, 200)
  assert.notEqual(await launcherIn(folder), smaller)
})

test('prepared instances: one with commands before its start keeps its network', async () => {
  await using opened = await openTestEngine()
  const { engine, folder, seen } = opened
  const artifact = await engine.build(sampleBuild())
  const order = sampleStart(artifact, 'one')
  const beforeStart: BuildStep[] = [{ title: 'hook', command: ['node', 'hook.mjs'] }]
  await engine.prepare?.(order)
  const leases = await leasesIn(folder)
  const { address } = await engine.start({ ...order, recipe: { ...order.recipe, beforeStart } })
  assert.ok(leases.includes(address.host), 'the address is that of the lease')
  assert.equal((await answerOf(address)).status, 200)
  assert.ok(seen.linesOf('one').includes('before'))
})

test('prepared instances: what a killed server has prepared is freed by the next one', async () => {
  await using opened = await openTestEngine()
  await opened.engine.prepare?.(sampleStart({ id: 'none', handle: {} }, 'one'))
  await opened.reopen()
  await opened.engine.recover([])
  assert.doesNotMatch(await leasesIn(opened.folder), /"one"/)
  assert.deepEqual(await readdir(join(opened.folder, 'instances')), [])
})
