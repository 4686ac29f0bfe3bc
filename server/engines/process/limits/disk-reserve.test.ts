import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DiskRoom, isTooMuch, lowOn } from './disk-shares.ts'

const megabyte = 1024 * 1024
const size = (bytes: number, inodes: number) => ({ bytes, inodes, isComplete: true })
const room = (freeBytes: number, freeInodes: number): DiskRoom => ({
  bytes: { total: 1000 * megabyte, free: freeBytes },
  inodes: { total: 100_000, free: freeInodes },
})

test('disk reserve: a disk is low below a twentieth of its bytes or inodes', () => {
  assert.deepEqual(lowOn(room(51 * megabyte, 5001)), [])
  assert.deepEqual(lowOn(room(49 * megabyte, 5001)), ['bytes'])
  assert.deepEqual(lowOn(room(51 * megabyte, 4999)), ['inodes'])
  const unlimited = { bytes: { total: 2 ** 40, free: 2 ** 30 }, inodes: { total: 0, free: 0 } }
  assert.deepEqual(lowOn(unlimited), [])
})

test('disk reserve: a tree is too large only if it exceeds the reserve of what the disk is low on', () => {
  assert.ok(isTooMuch(room(0, 50_000), size(60 * megabyte, 1)))
  assert.ok(!isTooMuch(room(0, 50_000), size(40 * megabyte, 90_000)))
  assert.ok(isTooMuch(room(500 * megabyte, 10), size(1, 6000)))
  assert.ok(!isTooMuch(room(500 * megabyte, 10), size(900 * megabyte, 4000)))
  assert.ok(!isTooMuch(room(500 * megabyte, 50_000), size(900 * megabyte, 90_000)))
})
