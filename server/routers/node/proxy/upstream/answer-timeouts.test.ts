import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { AnswerTimeouts, type Waiter } from './answer-timeouts.ts'

const timeout = 300_000

test('answer timeouts: of all that wait those without activity are given up, and none that has left', async () => {
  const late: string[] = []
  const waiterAt = (name: string, since: number): Waiter => ({
    since,
    previousWaiter: undefined,
    nextWaiter: undefined,
    giveUp: () => void late.push(name),
  })
  const waiting = new AnswerTimeouts(1000)
  const long = performance.now() - 5000
  const [one, left, active, other] = [
    waiterAt('one', long),
    waiterAt('left', long),
    waiterAt('active', Number.POSITIVE_INFINITY),
    waiterAt('other', long),
  ]
  for (const waiter of [one, left, active, other]) waiting.add(waiter)
  waiting.delete(left)
  waiting.delete(left)
  assert.deepEqual([left.previousWaiter, left.nextWaiter], [undefined, undefined])
  await until(() => late.length === 2, { timeout, what: 'the requests that wait too long' })
  assert.deepEqual(late.sort(), ['one', 'other'])
  active.since = long
  await until(() => late.length === 3, { timeout, what: 'the one that was active' })
  assert.deepEqual(late.at(-1), 'active')
})
