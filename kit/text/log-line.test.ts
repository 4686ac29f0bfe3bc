import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bugLine, timedLine } from './log-line.ts'

const time = new Date('2026-11-17T12:00:00Z')

test('log lines: have their time first, but a bug is recognised by its first word', () => {
  const plain = timedLine('the router was started again', time)
  assert.equal(plain, '2026-11-17T12:00:00.000Z the router was started again')
  const bug = timedLine(bugLine(new Error('no such thing'), 'req_1'), time)
  assert.match(bug, /^bug 2026-11-17T12:00:00\.000Z req_1: Error: no such thing\n {4}at /)
  assert.match(timedLine(bugLine('text'), time), /^bug 2026-11-17T12:00:00\.000Z: text$/)
  assert.match(timedLine('bugs are rare', time), /^2026/)
})
