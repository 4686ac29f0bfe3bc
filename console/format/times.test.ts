import assert from 'node:assert/strict'
import { test } from 'node:test'
import { axisTime, duration, relativeTime } from './times.ts'

test('relative time: uses the largest unit that fits', () => {
  const now = Date.UTC(2026, 10, 16)
  const ago = (seconds: number) => relativeTime(now - seconds * 1000, now)
  assert.equal(ago(0), 'just now')
  assert.equal(ago(59), 'just now')
  assert.equal(ago(60), '1 minute ago')
  assert.equal(ago(3 * 3600 + 59 * 60), '3 hours ago')
  assert.equal(ago(26 * 3600), '1 day ago')
  assert.equal(ago(800 * 86_400), '2 years ago')
  assert.equal(relativeTime(now + 172_800_000, now), 'in 2 days')
  assert.equal(relativeTime(now + 5_000, now), 'in a moment')
})

test('duration: has one or two units', () => {
  const expected: [number, string][] = [
    [0, '0 ms'],
    [840, '840 ms'],
    [2_120, '2.1 s'],
    [12_400, '12 s'],
    [200_000, '3 min 20 s'],
    [180_000, '3 min'],
    [3_900_000, '1 h 5 min'],
    [183_600_000, '2 d 3 h'],
  ]
  for (const [milliseconds, text] of expected)
    assert.equal(duration(milliseconds).replaceAll('\u00a0', ' '), text)
  assert.equal(duration(840), '840\u00a0ms')
})

test('times below charts: are as fine as their steps', () => {
  const noon = new Date(2026, 10, 16, 12, 4, 30).getTime() / 1000
  const midnight = new Date(2026, 10, 16).getTime() / 1000
  const day = [midnight - 86_400, midnight + 86_400] as const
  assert.equal(axisTime(noon, 30, [noon - 300, noon]), '12:04:30')
  assert.equal(axisTime(noon, 60, [noon - 3600, noon]), '12:04')
  assert.equal(axisTime(midnight, 3600, day), '16 Nov')
  assert.equal(axisTime(midnight, 86_400, day), '16 Nov')
  assert.equal(axisTime(midnight, 600, [midnight - 1800, midnight + 1800]), '00:00')
})
