import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AddonLogLine } from '#client/resources/applications/logs.ts'
import { matchingLines, withLines } from './log-lines.ts'

const line = (message: string) => ({ id: message, message }) as AddonLogLine

test('log of an add-on: lines are found by a part of them', () => {
  const lines = [line('Checkpoint complete'), line('connection received')]
  assert.deepEqual(
    matchingLines(lines, ' CONN ').map(({ message }) => message),
    ['connection received'],
  )
  assert.equal(matchingLines(lines, '').length, 2)
})

test('log of an add-on: only the newest lines are kept', () => {
  const many = Array.from({ length: 5_000 }, (_, at) => line(String(at)))
  const kept = withLines(many, [line('last')])
  assert.equal(kept.length, 5_000)
  assert.equal(kept.at(-1)?.message, 'last')
})
