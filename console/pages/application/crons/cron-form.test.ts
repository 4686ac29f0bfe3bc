import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyCron, fieldsOf, isComplete, readSchedule, timeoutError } from './cron-form.ts'

test('cron form: a schedule is said in words as it is typed, and what is wrong with it', () => {
  assert.deepEqual(readSchedule('0 3 * * *'), { words: 'Every day at 03:00, in UTC.' })
  assert.deepEqual(readSchedule(' @hourly'), { words: 'Every hour at minute 0, in UTC.' })
  assert.ok(readSchedule('0 3 * *').error)
  assert.deepEqual(readSchedule('0 0 30 2 *'), { error: 'This date never comes.' })
})

test('cron form: is complete with a name, a command, a schedule and minutes up to a day', () => {
  const form = { ...emptyCron, name: ' backup ', command: 'npm run backup' }
  assert.equal(isComplete(form), true)
  for (const part of [{ name: ' ' }, { command: '' }, { schedule: 'x' }, { minutes: '0' }])
    assert.equal(isComplete({ ...form, ...part }), false, JSON.stringify(part))
  assert.equal(timeoutError('1440'), undefined)
  assert.ok(timeoutError('1441'))
  const { timeout, ...fields } = fieldsOf({ ...form, minutes: '5' })
  assert.equal(timeout, 5 * 60)
  assert.deepEqual(fields, {
    name: 'backup',
    schedule: '0 3 * * *',
    command: 'npm run backup',
    where: 'one instance',
  })
})
