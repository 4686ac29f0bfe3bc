import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InstanceLoad } from '#platform/model/observability/metrics.ts'
import { RecentLoads } from './recent-loads.ts'

const load = (at: number): InstanceLoad => ({ instanceId: '1-1-1-1-1', at, requestsPerSecond: 0 })

test('recent loads: are of ten minutes, however often they are taken, and bounded', () => {
  for (const [every, count] of [
    [10_000, 60],
    [3000, 200],
    [100, 600],
  ] as const) {
    const loads = new RecentLoads()
    for (let at = every; at <= 3_000_000; at += every) loads.add('app_1', [load(at)])
    assert.equal(loads.since('app_1', 0).length, count)
  }
})
