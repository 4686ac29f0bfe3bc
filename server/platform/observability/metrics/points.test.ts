import assert from 'node:assert/strict'
import { test } from 'node:test'
import { latencyBounds } from '#platform/model/hosting/deployments/traffic.ts'
import type { InstanceId } from '#platform/model/ids.ts'
import type {
  MetricSample,
  Resolution,
  SampleSeries,
} from '#platform/model/observability/sample.ts'
import { percentileOf } from './percentile.ts'
import { pointsOf } from './points.ts'

const seriesOf = (
  instance: number,
  samples: Partial<MetricSample>[],
  resolution: Resolution = 'fine',
): SampleSeries => ({
  resourceId: 'app_1',
  source: `00000000-0000-4000-8000-00000000000${instance}` as InstanceId,
  resolution,
  samples: samples.map((sample) => ({
    at: 0,
    duration: 10_000,
    cpuSeconds: 5,
    maxCpus: 1,
    memoryBytes: 100,
    maxMemoryBytes: 400,
    diskBytes: 7,
    requests: 0,
    status: [0, 0, 0, 0, 0],
    latency: [],
    ...sample,
  })),
})

test('points: instances beside each other add up, in percent of what they may use together', () => {
  const [point] = pointsOf([seriesOf(1, [{}]), seriesOf(2, [{ cpuSeconds: 10 }])], 10_000)
  assert.equal(point?.cpu, 1.5)
  assert.equal(point?.cpuPercent, 75)
  assert.equal(point?.memoryBytes, 200)
  assert.equal(point?.memoryPercent, 25)
  assert.equal(point?.diskBytes, 14)
})

test('points: instances that follow each other are not counted twice', () => {
  const [fine] = pointsOf([seriesOf(1, [{}]), seriesOf(2, [{ at: 10_000 }])], 60_000)
  assert.equal(fine?.cpu, 0.5)
})

test('points: a sample that came late is spread over the time that it covers', () => {
  const late = { duration: 25_000, cpuSeconds: 12.5 }
  const [point] = pointsOf([seriesOf(1, [late]), seriesOf(2, [late])], 10_000)
  assert.equal(point?.cpu, 1)
})

test('points: counts are added up by bucket, and buckets without samples are left out', () => {
  const counts = { requests: 10, status: [0, 9, 0, 0, 1], receivedBytes: 5, sentBytes: 6 }
  const points = pointsOf(
    [
      seriesOf(
        1,
        [0, 10_000, 60_000].map((at) => ({ at, ...counts })),
      ),
    ],
    20_000,
  )
  assert.deepEqual(
    points.map(({ at, requests, status, receivedBytes, sentBytes, requestsPerSecond }) => [
      at,
      requests,
      status,
      receivedBytes,
      sentBytes,
      requestsPerSecond,
    ]),
    [
      [0, 20, [0, 18, 0, 0, 2], 10, 12, 1],
      [60_000, 10, [0, 9, 0, 0, 1], 5, 6, 1],
    ],
  )
})

test('points: figures that nobody knows are null, and never 0', () => {
  const unknown = { cpuSeconds: undefined, memoryBytes: undefined, maxCpus: undefined }
  const [point] = pointsOf([seriesOf(1, [{ ...unknown, diskBytes: undefined }])], 10_000)
  const { cpu, cpuPercent, memoryBytes, diskBytes, receivedBytes, latency } = point ?? {}
  assert.deepEqual(
    [cpu, cpuPercent, memoryBytes, diskBytes, receivedBytes, latency],
    Array(6).fill(null),
  )
})

test('percentiles: of a range come from merged histograms, not from an average', () => {
  const bucket = (place: number, count: number) => {
    const counts = new Array(place + 1).fill(0)
    counts[place] = count
    return counts
  }
  const quick = { requests: 990, latency: bucket(4, 990) }
  const slow = { at: 10_000, requests: 10, latency: bucket(20, 10) }
  const [point] = pointsOf([seriesOf(1, [quick, slow])], 20_000)
  const bound = (place: number) => latencyBounds[place] ?? 0
  assert.ok((point?.latency?.p50 ?? 0) <= bound(4))
  assert.ok((point?.latency?.p95 ?? 0) <= bound(4))
  assert.ok((point?.latency?.p99 ?? 0) <= bound(4))
  assert.ok((percentileOf([...bucket(20, 1)], 50) ?? 0) > bound(19))
})

test('percentiles: lie in the bucket of their rank, and the last bucket says its bound', () => {
  assert.equal(percentileOf([], 50), undefined)
  assert.equal(percentileOf([0, 0], 99), undefined)
  assert.equal(percentileOf([100], 50), (latencyBounds[0] ?? 0) / 2)
  const last = new Array(latencyBounds.length + 1).fill(0)
  last[latencyBounds.length] = 5
  assert.equal(percentileOf(last, 99), latencyBounds.at(-1))
})
