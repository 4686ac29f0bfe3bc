import assert from 'node:assert/strict'
import { test } from 'node:test'
import type {
  InstanceStatistics,
  StatusCodeCounts,
} from '#platform/model/hosting/deployments/traffic.ts'
import { EdgeStatistics } from './edge-statistics.ts'

const counted = (requests: number, codes?: StatusCodeCounts): InstanceStatistics => ({
  applicationId: 'app_1',
  instanceId: null,
  requests,
  status: { '1xx': 0, '2xx': requests, '3xx': 0, '4xx': 0, '5xx': 0 },
  ...(codes && { codes }),
  bytesIn: 0,
  bytesOut: 0,
  latency: [requests],
})
const reading = (startedAt: number, route: InstanceStatistics) => ({ startedAt, routes: [route] })

test('edge statistics: status codes of an edge are added by their growth, also beside an older router', () => {
  const edges = new EdgeStatistics()
  edges.with(reading(1, counted(1)))
  edges.add('east', reading(1, counted(5, { 200: 5 })))
  edges.add('east', reading(1, counted(8, { 200: 6, 404: 2 })))
  const [both] = edges.with(reading(1, counted(2, { 200: 2 }))).routes
  assert.deepEqual([both?.requests, both?.codes], [5, { 200: 3, 404: 2 }])
  const [older] = edges.with(reading(1, counted(2))).routes
  assert.deepEqual([older?.requests, older?.codes], [5, { 200: 1, 404: 2 }])
})
