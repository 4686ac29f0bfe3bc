import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DiskShares } from './disk-shares.ts'

const megabyte = 1024 * 1024
const size = (megabytes: number) => ({ bytes: megabytes * megabyte, inodes: 1, isComplete: true })
const room = (free: number) => ({
  bytes: { total: 1000 * megabyte, free: free * megabyte },
  inodes: { total: 100_000, free: 50_000 },
})
const endedIn = (shares: DiskShares, ids: string[], now: number, free = 10) =>
  ids.filter((id) => shares.isToEnd(id, room(free), now))

test('disk shares: on a low disk the largest user is ended, and the next only if that did not help', () => {
  const shares = new DiskShares()
  shares.note('honest', size(300))
  shares.note('small', size(10))
  shares.note('hog', size(600))
  const ended = (now: number, free = 10) => endedIn(shares, ['honest', 'small', 'hog'], now, free)
  assert.deepEqual(ended(0, 500), [])
  assert.deepEqual(ended(0), ['hog'])
  shares.end('hog', 0)
  shares.forget('hog')
  assert.deepEqual(ended(29_000), [])
  assert.deepEqual(ended(31_000), ['honest'])
  shares.forget('honest')
  assert.deepEqual(ended(31_000), [])
})

test('disk shares: on a low disk hidden usage ranks first, but only once', () => {
  const shares = new DiskShares()
  const ended = (now: number, free = 10) => {
    shares.isLow(room(free), now)
    shares.note('honest', size(300), { now })
    shares.note('hider', size(1), { isHiding: true, now })
    return endedIn(shares, ['honest', 'hider'], now, free)
  }
  assert.deepEqual(ended(0, 500), [])
  assert.deepEqual(ended(1000), ['hider'])
  shares.end('hider', 1000)
  assert.deepEqual(ended(30_000), [])
  assert.deepEqual(ended(32_000), ['honest'])
  assert.deepEqual(ended(33_000, 500), [])
  assert.deepEqual(ended(34_000), ['hider'])
})

test('disk shares: when the disk becomes low, nothing is ended before all others are measured again', () => {
  const shares = new DiskShares()
  const ended = (now: number) => endedIn(shares, ['build', 'instance'], now)
  shares.note('build', size(300), { now: 0 })
  shares.note('instance', size(1), { now: 0 })
  shares.isLow(room(10), 1000)
  shares.note('build', size(300), { now: 1000 })
  assert.deepEqual(ended(1000), [])
  shares.note('instance', size(600), { now: 2000 })
  assert.deepEqual(ended(2000), ['instance'])
  shares.forget('instance')
  shares.begin('instance')
  assert.deepEqual(ended(3000), [])
  assert.deepEqual(ended(22_000), ['build'])
})
