import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFromFork } from './wire-text.ts'

test('pull request: it comes from a fork unless the host names the same repository on both sides', () => {
  const own = { repo: { full_name: 'team/shop' } }
  assert.equal(isFromFork(own, { repo: { full_name: 'team/shop' } }), false)
  for (const other of [{ repo: { full_name: 'mallory/shop' } }, { repo: null }, {}]) {
    assert.equal(isFromFork(other, own), true)
    assert.equal(isFromFork(own, other), true)
    assert.equal(isFromFork(other, { repo: null }), true)
  }
})
