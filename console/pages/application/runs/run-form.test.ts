import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyRun, fieldsOf, isComplete, timeoutError } from './run-form.ts'

test('run form: needs a command and a timeout, which is in minutes where it has no unit', () => {
  const run = { ...emptyRun, command: ' npm run migrate ' }
  assert.ok(!isComplete(emptyRun))
  assert.ok(isComplete(run))
  const { timeout, ...fields } = fieldsOf({ ...run, timeout: '90' })
  assert.equal(timeout, 5400)
  assert.deepEqual(fields, { command: ['npm run migrate'], size: undefined, detached: false })
  assert.equal(fieldsOf({ ...run, timeout: '1.5h', size: 'M' }).timeout, 5400)
})

test('run form: refuses a timeout that is none, too short or too long', () => {
  for (const timeout of ['10s', '10', '7d', '168h']) assert.equal(timeoutError(timeout), undefined)
  for (const timeout of ['', 'soon', '9s', '0', '8d', '-1']) {
    assert.match(timeoutError(timeout) ?? '', /From 10 seconds to 7 days/, timeout)
    assert.ok(!isComplete({ ...emptyRun, command: 'ls', timeout }), timeout)
  }
})
