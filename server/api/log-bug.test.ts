import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreUnavailableError } from '#platform/model/store-unavailable.ts'
import { logBug } from './log-bug.ts'

const full = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })

test('log of bugs: a full, read-only or failing disk is one sentence, and only once a minute', () => {
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  for (let count = 0; count < 100; count += 1) logBug(log, full(), `request ${count}`)
  assert.deepEqual(lines, ['waiting: the disk is full: no space left on device'])
  const others: [object, RegExp][] = [
    [{ code: 'EDQUOT' }, /the disk is full/],
    [{ errcode: 13 }, /the disk is full/],
    [{ cause: full() }, /the disk is full/],
    [{ code: 'EROFS' }, /the disk is read-only/],
    [{ errcode: 8 }, /the disk is read-only/],
    [{ code: 'EIO' }, /the disk is failing/],
    [{ errcode: 778 }, /the disk is failing/],
  ]
  for (const [properties, sentence] of others) {
    logBug((line) => assert.match(line, sentence), Object.assign(new Error('why'), properties))
  }
})

test('log of bugs: a database that is away is a sentence, anything else has its stack and id', () => {
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  logBug(log, new StoreUnavailableError(new Error('refused')))
  logBug(log, new Error('oops'), 'id')
  logBug(log, 'thrown text')
  const [away = '', bug = '', text] = lines
  assert.equal(away, 'waiting: the database is not available: refused')
  assert.match(bug, /^bug id: Error: oops\n {4}at /)
  assert.equal(text, 'bug: thrown text')
})
