import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSchedule } from './cron-schedule.ts'
import { nextTime, timesWithin } from './cron-times.ts'

const timesOf = (schedule: string) => parseSchedule(schedule) ?? assert.fail(schedule)
const at = (text: string) => Date.parse(text)

for (const [schedule, after, next] of [
  ['* * * * *', '2026-03-01T10:00:59.999Z', '2026-03-01T10:01:00Z'],
  ['* * * * *', '2026-03-01T10:00:00Z', '2026-03-01T10:01:00Z'],
  ['0 3 * * *', '2026-03-01T03:00:00Z', '2026-03-02T03:00:00Z'],
  ['0 3 * * *', '2026-12-31T03:00:01Z', '2027-01-01T03:00:00Z'],
  ['30 4 * * mon-fri', '2026-11-20T05:00:00Z', '2026-11-23T04:30:00Z'],
  ['0 0 13 * fri', '2026-11-14T00:00:00Z', '2026-11-20T00:00:00Z'],
  ['0 0 29 2 *', '2096-03-01T00:00:00Z', '2104-02-29T00:00:00Z'],
  ['59 23 31 12 *', '2026-12-31T23:59:00Z', '2027-12-31T23:59:00Z'],
] as const) {
  test(`cron times: ${schedule} comes after ${after} at ${next}`, () =>
    assert.equal(nextTime(timesOf(schedule), at(after)), at(next)))
}

test('cron times: a date that does not exist never comes', () => {
  assert.equal(nextTime(timesOf('0 0 31 6 *'), at('2026-01-01T00:00:00Z')), undefined)
  assert.equal(nextTime(timesOf('0 0 30 2 *'), at('2026-01-01T00:00:00Z')), undefined)
})

test('cron times: a span has the times after its begin, up to its end', () => {
  const found = timesWithin(
    timesOf('*/20 23,0 * * *'),
    at('2026-12-31T23:00:00Z'),
    at('2027-01-01T00:20:00Z'),
  )
  assert.deepEqual(
    found.map((time) => new Date(time).toISOString().slice(5, 16)),
    ['12-31T23:20', '12-31T23:40', '01-01T00:00', '01-01T00:20'],
  )
  const none = timesWithin(timesOf('* * * * *'), at('2026-01-02T00:00:00Z'), at('2026-01-01Z'))
  assert.deepEqual(none, [])
})
