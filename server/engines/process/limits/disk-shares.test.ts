import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DiskShares } from './disk-shares.ts'

const megabyte = 1024 * 1024
const size = (megabytes: number) => ({ bytes: megabytes * megabyte, inodes: 1, isComplete: true })
const room = (free: number) => ({
  bytes: { total: 1000 * megabyte, free: free * megabyte },
  inodes: { total: 100_000, free: 50_000 },
})

test('when the disk is low, whoever takes most is ended, and the next only when that did not help', () => {
  const shares = new DiskShares()
  shares.note('honest', size(300))
  shares.note('small', size(10))
  shares.note('hog', size(600))
  const ended = (now: number, free = 10) =>
    ['honest', 'small', 'hog'].filter((id) => shares.isToEnd(id, room(free), now))
  assert.deepEqual(ended(0, 500), [])
  assert.deepEqual(ended(0), ['hog'])
  shares.end('hog', 0)
  shares.forget('hog')
  assert.deepEqual(ended(4000), [])
  assert.deepEqual(ended(6000), ['honest'])
  shares.forget('honest')
  assert.deepEqual(ended(6000), [])
})
