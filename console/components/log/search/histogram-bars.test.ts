import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barsOf, between, piecesOf } from './histogram-bars.ts'

const counts = {
  since: '2026-11-16T12:00:30.000Z',
  until: '2026-11-16T12:03:00.000Z',
  span: 60,
  countedSince: '2026-11-16T12:00:30.000Z',
  total: 5,
  points: [{ date: '2026-11-16T12:02:00.000Z', total: 5, counts: { error: 1, info: 4 } }],
  files: { text: '', json: '' },
}

test('histogram: has a bar for each part of the time, also without a line', () => {
  const bars = barsOf(counts)
  assert.deepEqual(
    bars.map(({ total }) => total),
    [0, 0, 5, 0],
  )
  assert.equal(new Date(bars[2]?.from ?? 0).toISOString(), '2026-11-16T12:02:00.000Z')
  assert.equal(new Date(bars[2]?.until ?? 0).toISOString(), '2026-11-16T12:02:59.999Z')
})

test('histogram: an answer of years makes no more bars than a browser can draw', () => {
  assert.equal(barsOf({ ...counts, since: '1970-01-01T00:00:00Z', span: 1 }).length, 1000)
  assert.equal(barsOf({ ...counts, until: '1970-01-01T00:00:00Z' }).length, 0)
})

test('histogram: pieces stand on each other in the order of groups', () => {
  const groups = [{ key: 'info' }, { key: 'warning' }, { key: 'error' }]
  assert.deepEqual(piecesOf({ counts: { error: 1, info: 4 } }, groups, 10), [
    { key: 'info', from: 0, size: 0.4 },
    { key: 'error', from: 0.4, size: 0.1 },
  ])
  assert.deepEqual(between(5, 2), [2, 5])
})
