import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStoredTimes } from './stored-times.ts'

const hour = 3_600_000

function world() {
  const now = { date: 1_800_000_000_000, elapsed: 0 }
  const clocks = { clock: () => now.date, monotonic: () => now.elapsed }
  const pass = (milliseconds: number) => {
    now.date += milliseconds
    now.elapsed += milliseconds
  }
  return { now, times: createStoredTimes({ ...clocks, maxDates: 2 }), pass }
}

for (const step of [-hour, hour]) {
  test(`stored times: a clock set by ${step / hour} hour changes no wait that has begun`, () => {
    const { now, times, pass } = world()
    const begun = now.date
    const due = now.date + 40
    assert.equal(times.since('probation', begun), 0)
    assert.equal(times.until('retry', due, 60), 40)
    pass(5)
    now.date += step
    assert.equal(times.since('probation', begun), 5)
    assert.equal(times.until('retry', due, 60), 35)
    pass(35)
    assert.equal(times.since('probation', begun), 40)
    assert.equal(times.until('retry', due, 60), 0)
  })
}

test('stored times: after a restart dates of before count, and one in the future waits no longer than the whole time', () => {
  const { now, times, pass } = world()
  assert.equal(times.since('earlier', now.date - 30), 30)
  const future = now.date + hour
  assert.equal(times.since('future', future), 0)
  assert.equal(times.until('future', future, 60), 60)
  pass(40)
  assert.equal(times.since('future', future), 40)
  assert.equal(times.until('future', future, 60), 20)
})

test('stored times: another date of the same key is another time, and the dates looked at longest ago are dropped', () => {
  const { now, times, pass } = world()
  const first = now.date
  times.since('one', first)
  pass(10)
  assert.equal(times.since('one', now.date), 0)
  assert.equal(times.since('one', first), 10)
  now.date -= 7
  times.since('other', now.date)
  times.since('another', now.date)
  assert.equal(times.since('one', first), 3)
})
