import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { TimeoutError, until, withTimeout } from './timeout.ts'

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

test('timeout: what came while this process was busy is no silence', async () => {
  const answer = readFile(import.meta.filename, 'utf8')
  const timeout = 1200
  const waited = withTimeout(answer, timeout, 'the file')
  const end = performance.now() + timeout + 100
  while (performance.now() < end);
  assert.match(await waited, /no silence/)
})

test('timeout: a silence ends with an error that names what was awaited', async () => {
  await assert.rejects(withTimeout(new Promise(() => {}), 20, 'nothing'), {
    message: 'nothing took longer than 0.02 s',
  })
})
