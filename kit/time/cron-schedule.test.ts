import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSchedule } from './cron-schedule.ts'

test('cron schedule: fields are numbers, ranges, steps, lists and names', () => {
  assert.deepEqual(parseSchedule('*/20 8-10,23 1-31/15 feb,DEC mon-fri'), {
    minutes: [0, 20, 40],
    hours: [8, 9, 10, 23],
    days: [1, 16, 31],
    months: [2, 12],
    weekdays: [1, 2, 3, 4, 5],
    rule: 'either',
  })
  assert.deepEqual(parseSchedule('50/5 0 1 1 7')?.minutes, [50, 55])
  assert.deepEqual(parseSchedule('0 0 * * 5-7')?.weekdays, [0, 5, 6])
})

test('cron schedule: with both day fields restricted either one matches', () => {
  assert.equal(parseSchedule('0 0 13 * 5')?.rule, 'either')
  assert.equal(parseSchedule('0 0 * * 5')?.rule, 'both')
  assert.equal(parseSchedule('0 0 */2 * 5')?.rule, 'both')
})

test('cron schedule: names such as @daily are accepted', () => {
  assert.deepEqual(parseSchedule(' @Hourly '), parseSchedule('0 * * * *'))
  assert.deepEqual(parseSchedule('@weekly')?.weekdays, [0])
})

test('cron schedule: an invalid one is undefined', () => {
  for (const text of [
    '',
    '* * * *',
    '* * * * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '* * * * 8',
    '5-1 * * * *',
    '*/0 * * * *',
    '*-5 * * * *',
    '1, * * * *',
    'mon * * * *',
    '* * * mon *',
    '-1 * * * *',
    '1.5 * * * *',
    '@reboot',
    'constructor',
    '$(reboot) * * * *',
  ]) {
    assert.equal(parseSchedule(text), undefined, text)
  }
})
