import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRange, rangeText } from './metric-range.ts'

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
