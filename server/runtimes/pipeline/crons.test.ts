import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readScheduledLine } from './crons.ts'

const good: [string, string, string][] = [
  ['* * * * * $ROOT/job.sh', '* * * * *', '$ROOT/job.sh'],
  ['*/5 0-6 1,15 * 1-5 a  b', '*/5 0-6 1,15 * 1-5', 'a  b'],
  ['0 0 1 jan SUN x', '0 0 1 jan SUN', 'x'],
  ['0 8 * jan-mar mon,fri x', '0 8 * jan-mar mon,fri', 'x'],
  ['10-50/10 * * * 7 x', '10-50/10 * * * 7', 'x'],
  ['@daily x y', '@daily', 'x y'],
  ['  5\t4 * * *   x ', '5 4 * * *', 'x'],
  ['0 4 * * * one\ntwo', '0 4 * * *', 'one\ntwo'],
]

for (const [line, schedule, command] of good) {
  test(`crontab line: ${JSON.stringify(line)} is ${schedule}`, () => {
    assert.deepEqual(readScheduledLine(line), { schedule, command })
  })
}

const bad = ['', '* * * * *', '* * * *', '60 * * * * x', '* 24 * * * x', '* * 0 * * x']
  .concat(['* * * 13 * x', '* * * * 8 x', '5-1 * * * * x', '*/0 * * * * x', 'a * * * * x'])
  .concat(['@never x', '@daily', '1, * * * * x', '** * * * * x', '-1 * * * * x', '1-2-3 * * * * x'])

for (const line of bad) {
  test(`crontab line: ${JSON.stringify(line)} is rejected`, () => {
    assert.equal(readScheduledLine(line), undefined)
  })
}
