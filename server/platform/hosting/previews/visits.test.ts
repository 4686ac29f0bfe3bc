import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InstanceStatistics } from '#platform/model/hosting/deployments/traffic.ts'
import { createVisitFinder } from './visits.ts'

const counters = (applicationId: InstanceStatistics['applicationId'], requests: number) => ({
  applicationId,
  instanceId: null,
  requests,
  status: { '1xx': 0, '2xx': requests, '3xx': 0, '4xx': 0, '5xx': 0 },
  bytesIn: 0,
  bytesOut: 0,
  latency: [],
})

test('visits: applications whose requests have grown, also those of a router that was started again', () => {
  const find = createVisitFinder()
  const at = (startedAt: number, ...routes: InstanceStatistics[]) => find({ startedAt, routes })
  assert.deepEqual(at(1, counters('app_1', 5)), [], 'they may be of long ago')
  assert.deepEqual(at(1, counters('app_1', 5), counters('app_2', 1)), ['app_2'])
  assert.deepEqual(at(1, counters('app_1', 2), counters('app_1', 4)), ['app_1'])
  assert.deepEqual(at(1, counters('app_1', 4)), [], 'an instance is gone')
  assert.deepEqual(at(2, counters('app_1', 1), counters('app_2', 0)), ['app_1'])
})
