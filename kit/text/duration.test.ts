import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDuration } from './duration.ts'

test('durations: have one or two units and no figures that say nothing', () => {
  const expected: [number, string][] = [
    [0, '0 ms'],
    [840, '840 ms'],
    [999.7, '1 s'],
    [1_000, '1 s'],
    [3_487.3, '3.5 s'],
    [9_960, '10 s'],
    [12_400, '12 s'],
    [59_700, '1 min'],
    [200_000, '3 min 20 s'],
    [180_000, '3 min'],
    [3_599_700, '1 h'],
    [3_900_000, '1 h 5 min'],
    [86_390_000, '1 d'],
    [183_600_000, '2 d 3 h'],
  ]
  for (const [milliseconds, text] of expected) assert.equal(formatDuration(milliseconds), text)
})
