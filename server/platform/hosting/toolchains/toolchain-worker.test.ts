import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { createStoredTimes } from '#kit/time/stored-times.ts'
import { fakeToolchains } from '#tests/support/platform/fakes/fake-toolchains.ts'
import { createToolchainWorker } from './toolchain-worker.ts'

const day = 86_400_000
const now = Date.parse('2026-11-20T00:00:00.000Z')

/** A worker whose clock stands, over a catalogue that is two days old. */
function stage(interval: number | null, refresh: () => Promise<void>) {
  const said: string[] = []
  const fake = fakeToolchains()
  let refreshes = 0
  let rounds = 0
  const toolchains = {
    ...fake,
    status() {
      rounds += 1
      return { ...fake.status(), interval }
    },
    async refresh() {
      refreshes += 1
      await refresh()
    },
  }
  const monotonic = () => 0
  const times = createStoredTimes({ clock: () => now, monotonic })
  const worker = createToolchainWorker({
    platform: () => ({ toolchains, times, monotonic }),
    log: (line) => said.push(line),
    onBug: (error) => assert.fail(String(error)),
    random: () => 0,
  })
  return {
    worker,
    said,
    get refreshes() {
      return refreshes
    },
    get rounds() {
      return rounds
    },
  }
}

async function roundOf(made: ReturnType<typeof stage>) {
  made.worker.begin()
  await until(() => made.rounds > 0 || undefined, { timeout: 30_000, every: 5, what: 'a round' })
  await made.worker.close()
}

test('toolchain worker: a catalogue that is older than the interval is refreshed', async () => {
  const made = stage(day, async () => {})
  await roundOf(made)
  assert.deepEqual([made.refreshes, made.said], [1, []])
})

test('toolchain worker: a younger one is not, and none is when only operators ask', async () => {
  for (const interval of [3 * day, null]) {
    const made = stage(interval, async () => {})
    await roundOf(made)
    assert.equal(made.refreshes, 0)
  }
})

test('toolchain worker: a failure is logged with its sentence', async () => {
  const made = stage(day, () => Promise.reject(new Error('the registry answered 503')))
  await roundOf(made)
  assert.deepEqual(made.said, [
    'toolchains: the catalogue stays as it was: the registry answered 503',
  ])
})
