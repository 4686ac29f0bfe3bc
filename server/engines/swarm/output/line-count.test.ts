import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLineCount } from './line-count.ts'

const read = (count: { add(): void }, lines: number) => {
  for (let line = 0; line < lines; line++) count.add()
}

test('line count: lines that were printed and never read are counted once', () => {
  const count = createLineCount(500)
  read(count, 1500)
  assert.equal(count.compare(2000), 0)
  read(count, 100)
  assert.equal(count.compare(42_100), 40_000)
  read(count, 900)
  assert.equal(count.compare(43_000), 0)
})

test('line count: a mark that comes before its lines is no loss, nor is the first one of an unknown beginning', () => {
  const early = createLineCount(0)
  assert.equal(early.compare(999), 0)
  read(early, 1000)
  assert.equal(early.compare(1000), 0)
  const unknown = createLineCount()
  read(unknown, 10)
  assert.equal(unknown.compare(70_000), 0)
  read(unknown, 1000)
  assert.equal(unknown.compare(71_000), 0)
})
