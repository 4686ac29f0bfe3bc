import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stuffDots, toMessage } from './message.ts'

test('a dot at the begin of a line is doubled, so that it does not end the mail', () => {
  assert.equal(stuffDots('.\r\n.a\r\nb.\r\n..'), '..\r\n..a\r\nb.\r\n...')
})

test('a message is plain ASCII in short lines, whatever the mail says', () => {
  const mail = { id: 'mail_1', to: 'a@x.test', subject: 'é'.repeat(200), text: '🚢'.repeat(999) }
  const message = toMessage('berth@x.test', mail, new Date(0))
  assert.match(message, /^[\r\n\x20-\x7e]*$/)
  assert.ok(message.split('\r\n').every((line) => line.length <= 78))
  assert.match(message, /^Date: Thu, 01 Jan 1970 00:00:00 \+0000\r$/m)
})
