import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeOf, fieldsOf } from './maintenance-fields.ts'

const off = { isOn: false, since: null, startedBy: null, until: null, message: '', link: null }

test('maintenance form: what is typed is sent with the end in ISO 8601, and an empty end as none', () => {
  const until = '2026-11-19T22:00:00.000Z'
  const fields = fieldsOf({
    ...off,
    isOn: true,
    until,
    message: 'Soon.',
    allowed: ['192.0.2.7', '::1'],
  })
  assert.equal(fields.allowed, '192.0.2.7\n::1')
  assert.deepEqual(changeOf(fields), { message: 'Soon.', until, allowed: ['192.0.2.7', '::1'] })
  const empty = fieldsOf({ ...off, allowed: [] })
  assert.deepEqual(changeOf(empty), { message: '', until: null, allowed: [] })
  assert.deepEqual(changeOf({ ...empty, allowed: ' 10.0.0.0/8,  ::1\n' }).allowed, [
    '10.0.0.0/8',
    '::1',
  ])
})
