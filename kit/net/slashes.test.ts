import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutTrailingSlashes } from './slashes.ts'

test('slashes: those at the end go, all others stay', () => {
  for (const [text, left] of [
    ['', ''],
    ['/', ''],
    ['///', ''],
    ['a/', 'a'],
    ['/a//b//', '/a//b'],
    ['a', 'a'],
  ] as const) {
    assert.equal(withoutTrailingSlashes(text), left)
  }
})
