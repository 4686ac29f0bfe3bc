import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storedLines } from './stored-lines.ts'

test('stored lines: each is left out once when it comes again, and equal ones of the same millisecond are counted', () => {
  const tick = { date: 1, line: 'tick' }
  const stored = storedLines([tick, tick, { date: 2, line: 'tock' }])
  const coming = [tick, tick, tick, { date: 2, line: 'tock' }, { date: 2, line: 'tick' }]
  assert.deepEqual(
    coming.map((each) => stored.take(each)),
    [true, true, false, true, false],
  )
  assert.equal(stored.left, 0)
})
