import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import type { InstanceStatistics } from '#platform/model/hosting/deployments/traffic.ts'
import type { ApplicationId, InstanceId } from '#platform/model/ids.ts'
import { createVisitTracker } from './visit-tracker.ts'

const id: ApplicationId = newId('app')
const counters = (requests: number, more: Partial<InstanceStatistics> = {}) => ({
  applicationId: id,
  instanceId: 'i' as InstanceId,
  requests,
  status: { '1xx': 0, '2xx': requests, '3xx': 0, '4xx': 0, '5xx': 0 },
  bytesIn: 0,
  bytesOut: 0,
  latency: [],
  ...more,
})

function openTracker() {
  const time = { now: 1000 }
  const tracker = createVisitTracker(
    () => time.now,
    () => 1_000_000 + time.now,
  )
  const read = (at: number, routes: InstanceStatistics[], startedAt = 1) => {
    time.now = at
    tracker.observe({ startedAt, routes })
    return tracker.lastVisitOf(id)
  }
  return { time, tracker, read }
}

test('visits: counters that grow are visits, those of the first reading are not', () => {
  const { read } = openTracker()
  assert.equal(read(1000, [counters(5)]), undefined)
  assert.equal(read(2000, [counters(5)]), undefined)
  assert.equal(read(3000, [counters(6)]), 3000)
  assert.equal(read(4000, [counters(6)]), 3000)
  assert.equal(read(5000, [counters(6, { bytesOut: 1 })]), 5000, 'of an open WebSocket')
  assert.equal(read(6000, [counters(6, { bytesOut: 1, inFlight: 1 })]), 6000, 'under way')
})

test('visits: a router that was started again counts from 0', () => {
  const { read } = openTracker()
  read(1000, [counters(5)])
  assert.equal(read(2000, [], 2), undefined)
  assert.equal(read(3000, [counters(5)], 3), 3000)
})

test('visits: what the router answers itself, and an instance that is forgotten, are none', () => {
  const { read } = openTracker()
  read(1000, [counters(5), counters(0, { instanceId: null })])
  assert.equal(read(2000, [counters(5), counters(9, { instanceId: null })]), undefined)
  assert.equal(read(3000, []), undefined)
})

test('visits: a gap in the readings begins the watch again', () => {
  const { time, tracker, read } = openTracker()
  assert.equal(tracker.watchedSince, undefined)
  read(1000, [])
  read(50_000, [])
  assert.equal(tracker.watchedSince, 1000)
  time.now = 200_000
  assert.equal(tracker.watchedSince, undefined)
  read(200_001, [])
  assert.equal(tracker.watchedSince, 200_001)
})

test('visits: each is given once to be stored, and those within a minute are one', () => {
  const { time, tracker, read } = openTracker()
  const take = () => tracker.takeUnstored()
  read(1000, [counters(1)])
  assert.deepEqual(take(), [])
  read(2000, [counters(2)])
  time.now = 2500
  assert.deepEqual(take(), [{ applicationId: id, lastVisitAt: 1_002_000 }])
  read(12_000, [counters(3)])
  assert.deepEqual(take(), [])
  read(62_000, [counters(4)])
  assert.deepEqual(take(), [{ applicationId: id, lastVisitAt: 1_062_000 }])
  assert.deepEqual(take(), [])
})
