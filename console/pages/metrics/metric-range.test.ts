import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRange, rangeText, stepRange, weekBefore } from './metric-range.ts'

test('ranges: a name ends now, two times are fixed, anything else is the last hour', () => {
  assert.deepEqual(parseRange('7d'), { length: 7 * 24 * 3_600_000 })
  assert.deepEqual(parseRange('1763290000..1763293600'), {
    since: 1_763_290_000_000,
    until: 1_763_293_600_000,
  })
  for (const text of ['', 'toString', '1763293600..1763290000', '1..2', 'x..y'])
    assert.deepEqual(parseRange(text), { length: 3_600_000 }, text)
})

test('ranges: a zoom is at least a minute', () => {
  assert.equal(rangeText(1_763_290_000.4, 1_763_290_010.2), '1763290000..1763290060')
  assert.equal(rangeText(1_763_290_000.4, 1_763_290_100.2), '1763290000..1763290101')
})

const hour = 3_600_000
const now = 1_763_300_000_000
const fixed = { since: now - 10 * hour, until: now - 8 * hour }

test('ranges: steps move by half, and look closer and wider', () => {
  const hoursAgo = (step: Parameters<typeof stepRange>[1], range = fixed) => {
    const found = parseRange(stepRange(range, step, now) ?? '')
    return 'since' in found ? [(now - found.since) / hour, (now - found.until) / hour] : undefined
  }
  assert.deepEqual(hoursAgo('earlier'), [11, 9])
  assert.deepEqual(hoursAgo('later'), [9, 7])
  assert.deepEqual(hoursAgo('closer'), [9.5, 8.5])
  assert.deepEqual(hoursAgo('wider'), [11, 7])
  assert.deepEqual(hoursAgo('wider', { since: now - hour, until: now }), [2, 0], 'not the future')
})

test('ranges: there is no step into the future, below a minute, or beyond what is kept', () => {
  const day = 24 * hour
  assert.equal(stepRange({ length: hour }, 'later', now), undefined)
  assert.equal(stepRange({ since: now - 90_000, until: now }, 'closer', now), undefined)
  assert.equal(stepRange({ length: 30 * day }, 'wider', now), undefined)
  assert.equal(stepRange({ length: 30 * day }, 'earlier', now), undefined)
})

test('ranges: that of a week before is the same for some minutes', () => {
  const week = 7 * 24 * hour
  const before = weekBefore(now - hour, now)
  assert.ok(before.since <= now - hour - week && before.until >= now - week)
  assert.deepEqual(weekBefore(now - hour + 30_000, now + 30_000), before)
})
