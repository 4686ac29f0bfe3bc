import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeSchedule } from './describe-schedule.ts'

for (const [schedule, words] of [
  ['* * * * *', 'every minute'],
  ['*/15 * * * *', 'every 15 minutes'],
  ['5,35 * * * *', 'every hour at minute 5 and 35'],
  ['@hourly', 'every hour at minute 0'],
  ['0 */6 * * *', 'every 6 hours'],
  ['0 3 * * *', 'every day at 03:00'],
  ['0 3,15 * * *', 'every day at 03:00 and 15:00'],
  ['30 4 * * mon-fri', 'at 04:30 on Monday to Friday'],
  ['0 0 * * 6,7', 'at 00:00 on Sunday and Saturday'],
  ['0 0 1 * *', 'at 00:00 on day 1 of the month'],
  ['0 0 1 1 *', 'at 00:00 on day 1 of the month in January'],
  ['0 0 13 * 5', 'at 00:00 on day 13 of the month and on Friday'],
  [
    '*/10 8-17 * jan-mar,dec *',
    'every 10 minutes in the hours 08 to 17 in January to March and December',
  ],
  ['* 9 * * *', 'every minute in the hours 09'],
  ['often', undefined],
] as const) {
  test(`schedule in words: ${schedule} is ${words ?? 'invalid'}`, () =>
    assert.equal(describeSchedule(schedule), words))
}
