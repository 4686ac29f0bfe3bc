import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourceTree } from './source-tree.ts'
import { waitBreaches } from './waits/wait-law.ts'
import { waitPermits } from './waits/wait-permits.ts'

test('waits: no test needs something to happen within less than half a minute', () => {
  assert.deepEqual(
    waitBreaches(sourceTree(), waitPermits),
    [],
    'wait for a minute or more; what has to be waited out is a parameter, with a permit',
  )
})

test('waits law: detects what it forbids, and permits that nobody needs', () => {
  const breachesOf = (text: string, permits = {}, path = 'server/a.test.ts') =>
    waitBreaches([{ path, text }], permits).length
  for (const text of [
    'await until(isDone, { timeout: 5000 })',
    'const connectTimeout = 20_000',
    'fetch(url, { signal: AbortSignal.timeout(1_500) })',
    'socket.setTimeout(29_999)',
    'new Client({ connectionTimeoutMillis: 3000 })',
  ]) {
    assert.equal(breachesOf(text), 1, text)
    assert.equal(breachesOf(text, { 'server/a.test.ts': 'why' }), 0)
    assert.equal(breachesOf(text, {}, 'server/a.ts'), 0)
    assert.equal(breachesOf(text, {}, 'tests/support/a.ts'), 1)
  }
  for (const text of [
    'await until(isDone, { timeout: 30_000 })',
    'await until(isDone, { timeout })',
    "const settings = { BERTH_LOCK_TIMEOUT: '0', timeout: 0 }",
    'socket.setTimeout(120_000)',
  ]) {
    assert.equal(breachesOf(text), 0, text)
  }
  assert.equal(breachesOf('', { 'server/a.test.ts': 'why' }), 1)
})
