import assert from 'node:assert/strict'
import { STATUS_CODES } from 'node:http'
import { test } from 'node:test'
import { latencyBounds } from '#platform/model/hosting/deployments/traffic.ts'
import { bucketCount, bucketOf, Statistics } from './statistics.ts'

test('statistics: each latency is counted in the bucket of the first bound that is not smaller', () => {
  assert.equal(bucketCount, latencyBounds.length + 1)
  for (const [at, bound] of latencyBounds.entries()) {
    assert.equal(bucketOf(bound * 0.999), at, `below ${bound}`)
    assert.equal(bucketOf(bound * 1.001), at + 1, `above ${bound}`)
  }
  assert.equal(bucketOf(0), 0)
  assert.equal(bucketOf(1e9), bucketCount - 1)
})

test('statistics: an instance that has only bytes, as of TCP redirections, is listed', () => {
  const statistics = new Statistics()
  statistics.of('app_one', '00000000-0000-4000-8000-000000000001').bytesOut += 7
  assert.deepEqual(
    statistics.read().routes.map(({ requests, bytesOut }) => [requests, bytesOut]),
    [[0, 7]],
  )
})

test('statistics: only instances with requests are listed, each with its own counters', () => {
  const statistics = new Statistics()
  const first = '00000000-0000-4000-8000-000000000001'
  const counters = statistics.of('app_one', first)
  statistics.of('app_one', null)
  counters.count(204, 3)
  counters.count(502, 0.1)
  assert.equal(statistics.of('app_one', first), counters)
  const [only, ...more] = statistics.read().routes
  assert.deepEqual(more, [])
  assert.equal(only?.instanceId, first)
  assert.equal(only?.requests, 2)
  assert.deepEqual(only?.status, { '1xx': 0, '2xx': 1, '3xx': 0, '4xx': 0, '5xx': 1 })
  assert.deepEqual(only?.codes, { 204: 1, 502: 1 })
  assert.equal(
    only?.latency.reduce((sum, count) => sum + count),
    2,
  )
})

test('statistics: a status code without a name is counted by its class only, whatever the application answers', () => {
  const statistics = new Statistics()
  const counters = statistics.of('app_one', null)
  for (let status = 100; status < 1000; status += 1) counters.count(status, 1)
  for (const odd of [0, -1, 1000, 65_536]) counters.count(odd, 1)
  const [{ requests = 0, status, codes = {} } = {}] = statistics.read().routes
  assert.equal(requests, 904)
  assert.deepEqual(status, { '1xx': 102, '2xx': 100, '3xx': 100, '4xx': 100, '5xx': 502 })
  assert.deepEqual(Object.keys(codes), Object.keys(STATUS_CODES))
  assert.ok(Object.values(codes).every((count) => count === 1))
})
