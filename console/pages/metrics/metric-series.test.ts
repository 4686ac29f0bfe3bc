import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MetricPoint } from '#client/resources/applications/metrics.ts'
import { aWeekLater, figuresOf, isAnyAbove, seriesOf } from './metric-series.ts'

const point = (date: string, requests: number): MetricPoint => ({
  date,
  cpu: 0.1,
  cpuPercent: 10,
  memoryBytes: 1024,
  memoryPercent: 1,
  diskBytes: null,
  receivedBytes: null,
  sentBytes: null,
  requests,
  requestsPerSecond: requests / 60,
  status: { '1xx': 0, '2xx': requests - 1, '3xx': 0, '4xx': 0, '5xx': 1 },
  statusCodes: {},
  latency: requests ? { p50: 1, p95: 2, p99: 3 } : null,
})

test('series: points stand at their times, and missing ones are gaps', () => {
  const series = seriesOf({
    applicationId: 'app_1',
    since: '2026-11-16T10:00:00.000Z',
    until: '2026-11-16T10:03:30.000Z',
    span: 60,
    points: [point('2026-11-16T10:00:00.000Z', 6), point('2026-11-16T10:02:00.000Z', 0)],
    instances: [],
  })
  assert.equal(series.times.length, 3)
  assert.deepEqual(series.requests, [6, null, 0])
  assert.deepEqual(series.status['5xx'], [1, null, 0])
  assert.deepEqual(series.latency.p95, [2, null, null])
  assert.deepEqual(series.cpu, [10, null, 10])
})

test('figures: gaps count for nothing', () => {
  assert.deepEqual(figuresOf([1, null, 3, null]), { latest: 3, average: 2, highest: 3 })
  assert.equal(figuresOf([null, null]), undefined)
  assert.ok(isAnyAbove([null, 0, 2]))
  assert.ok(!isAnyAbove([null, 0]))
})

test('series: those of a week before stand at the times of this week, though their points are longer', () => {
  const time = (text: string) => Date.parse(text) / 1000
  const times = ['10:04:30', '10:05:00', '10:09:59', '10:10:00'].map((at) =>
    time(`2026-11-16T${at}.000Z`),
  )
  const earlier = aWeekLater(times, {
    applicationId: 'app_1',
    since: '2026-11-09T10:00:00.000Z',
    until: '2026-11-09T10:15:00.000Z',
    span: 300,
    points: [point('2026-11-09T10:00:00.000Z', 6), point('2026-11-09T10:05:00.000Z', 12)],
    instances: [],
  })
  assert.deepEqual(earlier.times, times)
  assert.deepEqual(earlier.requests, [6, 12, 12, null])
  assert.deepEqual(earlier.latency.p95, [2, 2, 2, null])
})
