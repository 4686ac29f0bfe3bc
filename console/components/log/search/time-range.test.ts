import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localTime, timeOf } from './time-range.ts'

const now = Date.parse('2026-11-16T12:00:00Z')

test('time range: times are durations before now or exact', () => {
  assert.equal(timeOf('90m', now), '2026-11-16T10:30:00.000Z')
  assert.equal(timeOf('7d', now), '2026-11-09T12:00:00.000Z')
  assert.equal(timeOf('2026-11-16T11:00:00+01:00', now), '2026-11-16T10:00:00.000Z')
  for (const value of ['', 'yesterday', '5x', '-1h']) assert.equal(timeOf(value, now), undefined)
})

test('time range: local times lead back to the same moment', () => {
  const local = localTime('2026-11-16T12:00:05.000Z')
  assert.equal(new Date(local).toISOString(), '2026-11-16T12:00:05.000Z')
  assert.equal(localTime('nonsense'), '')
})
