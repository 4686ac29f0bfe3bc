import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AddonPoint } from '#client/resources/applications/metrics.ts'
import { latestUsage, usageSeries } from './addon-series.ts'

const point = (date: string, more: Partial<AddonPoint>): AddonPoint => ({
  date,
  diskBytes: null,
  maxDiskBytes: null,
  diskPercent: null,
  memoryBytes: null,
  maxMemoryBytes: null,
  memoryPercent: null,
  connections: null,
  maxConnections: null,
  ...more,
})

const metrics = {
  addonId: 'addon_1',
  since: '2026-11-16T12:00:00.000Z',
  until: '2026-11-16T12:03:30.000Z',
  span: 60,
  points: [
    point('2026-11-16T12:01:00.000Z', { diskBytes: 10, maxDiskBytes: 100, connections: 3 }),
    point('2026-11-16T12:03:00.000Z', { diskBytes: 20, maxDiskBytes: 100 }),
  ],
}

test('usage of an add-on: points are at their times, and what is not measured has no series', () => {
  const { times, series } = usageSeries(metrics)
  assert.equal(times.length, 4)
  assert.deepEqual(
    series.map(({ name, used, max }) => ({ name, used, max })),
    [
      { name: 'disk', used: [null, 10, null, 20], max: [null, 100, null, 100] },
      { name: 'connections', used: [null, 3, null, null], max: [null, null, null, null] },
    ],
  )
})

test('usage of an add-on: the latest figures that are known stand against the plan', () => {
  assert.deepEqual(latestUsage(metrics), [
    { name: 'disk', unit: 'bytes', used: 20, max: 100 },
    { name: 'connections', unit: 'count', used: 3, max: null },
  ])
  assert.deepEqual(latestUsage({ points: [] }), [])
})
