import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockBreaches } from './clock-law.ts'
import { clockPermits } from './clock-permits.ts'
import { sourceTree } from './source-tree.ts'

test('clocks: dates are of the wall clock, durations of the monotonic one', () => {
  assert.deepEqual(
    clockBreaches(sourceTree(), clockPermits),
    [],
    'measure durations with performance.now() or kit/time/stored-times.ts; for a date, pass a Clock or add a permit',
  )
})

test('clocks law: detects what it forbids, and permits that nobody needs', () => {
  const none = { reads: {}, differences: {} }
  const breachesOf = (text: string, permits = none, path = 'server/a.ts') =>
    clockBreaches([{ path, text }], permits).length
  for (const text of [
    'const end = Date.now() + timeout',
    'const { now = Date.now } = options',
    'await utimes(file, new Date(), new Date())',
    'const left = until - clock()',
    'const left = until - this.#clock()',
    'if (platform().clock() - since > timeout) return',
    'const now = platform.clock()\n  if (now - lookedAt < lookEvery) return',
  ]) {
    assert.equal(breachesOf(text), 1, text)
    assert.equal(breachesOf(text, none, 'server/a.test.ts'), 0)
  }
  for (const text of [
    'const end = performance.now() + timeout',
    'const left = end - monotonic()',
    'const expiresAt = clock() + day',
    'const date = new Date(clock())',
    'const now = performance.now()\n  if (now - lookedAt < lookEvery) return',
    '// Date.now() jumps',
  ]) {
    assert.equal(breachesOf(text), 0, text)
  }
  assert.equal(breachesOf('', { ...none, reads: { 'server/a.ts': 'why' } }), 1)
})
