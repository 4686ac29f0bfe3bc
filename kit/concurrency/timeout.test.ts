import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TimeoutError, until } from './timeout.ts'

/** Times at which `until` polled, in milliseconds of a mocked clock. */
async function pollsOf(options: { every: number; upTo?: number }, mock: Mock): Promise<number[]> {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 })
  mock.method(performance, 'now', () => Date.now())
  const polls: number[] = []
  const waited = until(
    () => {
      polls.push(Date.now())
      return false
    },
    { timeout: 100, what: 'nothing', ...options },
  )
  let hasEnded = false
  const ended = assert.rejects(waited, TimeoutError).finally(() => {
    hasEnded = true
  })
  while (!hasEnded) {
    await new Promise((resolve) => setImmediate(resolve))
    mock.timers.tick(1)
  }
  await ended
  return polls
}

type Mock = typeof import('node:test').mock

test('until: polls at a constant interval', async ({ mock }) => {
  assert.deepEqual(await pollsOf({ every: 25 }, mock as Mock), [0, 25, 50, 75, 100])
})

test('until: the interval grows by a half up to its maximum', async ({ mock }) => {
  assert.deepEqual(await pollsOf({ every: 16, upTo: 30 }, mock as Mock), [0, 16, 40, 70, 100])
})
