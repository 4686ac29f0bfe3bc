import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leastRecentlyUsed } from './least-recently-used.ts'

const item = (name: string, bytes: number, usedAt: number) => ({ name, bytes, usedAt })
const all = [item('new', 100, 3), item('old', 100, 1), item('middle', 100, 2)]
const names = (items: readonly { name: string }[]) => items.map(({ name }) => name)

test('least recently used: the oldest are removed until the rest fits', () => {
  assert.deepEqual(names(leastRecentlyUsed(all, 300)), [])
  assert.deepEqual(names(leastRecentlyUsed(all, 299)), ['old'])
  assert.deepEqual(names(leastRecentlyUsed(all, 100)), ['old', 'middle'])
  assert.deepEqual(names(leastRecentlyUsed(all, 0)), ['old', 'middle', 'new'])
})

test('least recently used: pinned entries count, and are kept', () => {
  const canGo = ({ name }: { name: string }) => name !== 'old'
  assert.deepEqual(names(leastRecentlyUsed(all, 150, canGo)), ['middle', 'new'])
})
