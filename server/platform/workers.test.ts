import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestPlatform } from '#tests/support/platform/platform.ts'
import { type BackgroundWorker, workersOf } from './workers.ts'

const isWorker = (part: unknown): part is BackgroundWorker =>
  typeof part === 'object' && part !== null && 'begin' in part && 'close' in part

test('workers: every part that begins and closes is begun and closed once', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const parts = Object.values(platform).filter(isWorker)
  const all = workersOf(platform)
  assert.deepEqual(new Set(all), new Set(parts))
  assert.equal(all.length, parts.length)
  const closings = ['after listeners', 'before listeners'] as const
  assert.deepEqual(
    closings.flatMap((closing) => workersOf(platform, closing)),
    all,
    'what is closed first is begun last',
  )
})

test('workers: those who call providers are closed before the queue of provider calls', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const order = workersOf(platform, 'before listeners')
  assert.equal(order[0], platform.provisioningQueue)
  assert.ok(order.includes(platform.backupCopier))
  assert.ok(order.includes(platform.addonSampler))
})
