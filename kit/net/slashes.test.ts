import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutTrailingSlashes } from './slashes.ts'

test('slashes: only trailing ones are removed', () => {
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
