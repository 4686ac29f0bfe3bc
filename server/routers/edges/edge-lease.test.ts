import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EdgeLease } from './edge-lease.ts'

function leaseAt(start: number) {
  const time = { now: start }
  return { time, lease: new EdgeLease(() => time.now) }
}

test('edge lease: an edge is ready once its table is complete, and until its lease has run out', () => {
  const { time, lease } = leaseAt(1000)
  assert.match(lease.problem ?? '', /no server/)
  lease.begin(100)
  assert.match(lease.problem ?? '', /not complete/)
  lease.complete(1000)
  assert.equal(lease.problem, undefined)
  time.now = 1099
  lease.renew(1050)
  time.now = 1149
  assert.equal(lease.problem, undefined)
  time.now = 1150
  assert.match(lease.problem ?? '', /too long/)
})

test('edge lease: a renewal that was delayed counts from the time that the server saw, and one from the future from now', () => {
  const { time, lease } = leaseAt(1000)
  lease.begin(100)
  lease.complete(1000)
  time.now = 5000
  lease.renew(1010)
  assert.match(lease.problem ?? '', /too long/)
  lease.renew(9000)
  time.now = 5100
  assert.match(lease.problem ?? '', /too long/)
})

test('edge lease: another session ends the one before, whose lease goes on; after its end a complete table is needed again', () => {
  const { time, lease } = leaseAt(0)
  assert.ok(!lease.isCurrent(''))
  const first = lease.begin(100)
  lease.complete(0)
  const second = lease.begin(100)
  assert.deepEqual([lease.isCurrent(first), lease.isCurrent(second)], [false, true])
  assert.equal(lease.problem, undefined)
  time.now = 100
  assert.match(lease.problem ?? '', /too long/)
  lease.begin(100)
  lease.renew(100)
  assert.match(lease.problem ?? '', /not complete/)
  lease.complete(100)
  assert.equal(lease.problem, undefined)
})
