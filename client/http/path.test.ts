import assert from 'node:assert/strict'
import { test } from 'node:test'
import { path } from './path.ts'

test('path: a value stays inside its segment', () => {
  assert.equal(path`/a/${'b/c?d#e'}/f`, '/a/b%2Fc%3Fd%23e/f')
})

test('path: a value that would leave its folder is refused', () => {
  for (const value of ['', '.', '..']) assert.throws(() => path`/a/${value}`, TypeError)
})
