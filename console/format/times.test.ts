import assert from 'node:assert/strict'
import { test } from 'node:test'
import { axisTime, duration, relativeTime } from './times.ts'

test('relative time: uses the largest unit that fits', () => {
  const now = Date.UTC(2026, 10, 16)
  const ago = (seconds: number) => relativeTime(now - seconds * 1000, now)
  assert.equal(ago(0), 'just now')
  assert.equal(ago(58), 'just now')
  assert.equal(ago(60), '1 minute ago')
  assert.equal(ago(3 * 3600 + 50 * 60), '3 hours ago')
  assert.equal(ago(26 * 3600), '1 day ago')
  assert.equal(ago(800 * 86_400), '2 years ago')
  assert.equal(relativeTime(now + 172_800_000, now), 'in 2 days')
  assert.equal(relativeTime(now + 5_000, now), 'in a moment')
})

test('relative time: what is a whole unit away stays that for a while', () => {
  const now = Date.UTC(2026, 10, 16)
  const ahead = (seconds: number) => relativeTime(now + seconds * 1000, now)
  assert.equal(ahead(3599), 'in 1 hour')
  assert.equal(ahead(7199), 'in 2 hours')
  assert.equal(ahead(86_390), 'in 1 day')
  assert.equal(ahead(30 * 86_400 - 60), 'in 1 month')
  assert.equal(ahead(3500), 'in 58 minutes')
})

test('duration: a number stays on the line of its unit', () => {
  assert.equal(duration(840), '840\u00a0ms')
  assert.equal(duration(200_000), '3\u00a0min 20\u00a0s')
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
