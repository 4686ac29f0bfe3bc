import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWaitingLogins } from './waiting-logins.ts'

test('waiting logins: the first request of a tool is kept for ten minutes, without control characters', () => {
  let now = 1000
  const logins = createWaitingLogins(
    () => now,
    () => now,
  )
  logins.note('a', { machine: 'lap\x1btop<b>', address: '127.0.0.1' })
  now = 2000
  logins.note('a', { machine: 'other', address: '127.0.0.2' })
  assert.deepEqual(logins.find('a'), {
    machine: 'laptopb',
    address: '127.0.0.1',
    startedAt: 1000,
    isCancelled: false,
  })
  now += 10 * 60_000
  assert.equal(logins.find('a'), undefined)
})

test('waiting logins: their number is bounded, and the oldest are evicted first', () => {
  const logins = createWaitingLogins(() => 1)
  for (let number = 0; number < 1500; number++)
    logins.note(`token ${number}`, { machine: 'x'.repeat(10_000), address: '127.0.0.1' })
  assert.equal(logins.find('token 499'), undefined)
  assert.equal(logins.find('token 500')?.machine.length, 100)
})

test('waiting logins: a login can be cancelled, even before its tool has polled', () => {
  const logins = createWaitingLogins(() => 1)
  logins.cancel('early')
  logins.note('early', { machine: 'x', address: '127.0.0.1' })
  assert.equal(logins.find('early')?.isCancelled, true)
})
