import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayName, daysOfMonth, expectedDays, lastMonths, monthName } from './months.ts'

test('months: go back over the turn of the year', () => {
  const january = Date.parse('2026-01-31T23:00:00Z')
  assert.deepEqual(lastMonths(january, 3), ['2026-01', '2025-12', '2025-11'])
  assert.equal(monthName('2026-11'), 'November 2026')
  assert.equal(dayName('2026-11-06'), '6 Nov')
})

test('days: a month has all of its days', () => {
  const days = daysOfMonth('2028-02', new Map([['2028-02-29', 1.5]]))
  assert.equal(days.length, 29)
  assert.deepEqual(days.at(-1), { day: '2028-02-29', cost: 1.5 })
  assert.deepEqual(days[0], { day: '2028-02-01', cost: 0 })
})

test('days: what is still expected is spread over those to come', () => {
  const days = daysOfMonth('2026-11', new Map([['2026-11-02', 4]]))
  const bars = expectedDays(days, '2026-11-28', 3)
  assert.deepEqual(bars[1], { day: '2026-11-02', cost: 4, isExpected: false })
  assert.deepEqual(bars.at(-1), { day: '2026-11-30', cost: 1.5, isExpected: true })
  assert.equal(bars[27]?.isExpected, false)
  assert.equal(
    expectedDays(days, undefined, 3).some(({ isExpected }) => isExpected),
    false,
  )
})
