import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '#tests/support/faults/mutate.ts'
import { dayOf, monthName, monthOf, parseMonth, periodsWithin, secondsBetween } from './period.ts'

const day = 86_400_000

test('periods: a month is a UTC calendar month, leap days and year ends included', () => {
  const length = (text: string) => {
    const { from, until } = parseMonth(text)
    return (until - from) / day
  }
  assert.deepEqual(
    ['2027-02', '2028-02', '2100-02', '2026-12', '2026-10'].map(length),
    [28, 29, 28, 31, 31],
  )
  assert.equal(monthName(monthOf(Date.UTC(2026, 11, 31, 23, 59, 59, 999))), '2026-12')
  assert.equal(monthOf(Date.UTC(2027, 0, 1) - 1).until, Date.UTC(2027, 0, 1))
})

test('periods: a text that is no month is refused', () => {
  for (const text of ['', '2026', '2026-13', '2026-00', '2026-1', '..%2f', '2026-11-01']) {
    assert.throws(() => parseMonth(text), /Invalid month/)
  }
})

test('periods: consecutive ones touch, and begin with the one around the start', () => {
  const quarter = { from: Date.UTC(2028, 0, 15), until: Date.UTC(2028, 3, 1) }
  const months = periodsWithin(quarter, monthOf)
  assert.deepEqual(months.map(monthName), ['2028-01', '2028-02', '2028-03'])
  const days = periodsWithin(parseMonth('2028-02'), dayOf)
  assert.equal(days.length, 29)
  for (const [at, one] of days.entries()) {
    assert.equal(one.until, days[at + 1]?.from ?? Date.UTC(2028, 2, 1))
  }
})

test('seconds: an interval split anywhere has the seconds of the whole', () => {
  const random = seededRandom(14)
  for (let round = 0; round < 1000; round++) {
    const from = Math.floor(random() * 4e12)
    const until = from + Math.floor(random() * 1e8)
    const cuts = Array.from({ length: 5 }, () => from + Math.floor(random() * (until - from)))
    const ends = [from, ...cuts.toSorted((one, other) => one - other), until]
    const sum = ends
      .slice(1)
      .reduce((all, end, at) => all + secondsBetween(ends[at] ?? end, end), 0)
    assert.equal(sum, secondsBetween(from, until))
  }
  assert.equal(secondsBetween(5000, 4000), 0)
})
