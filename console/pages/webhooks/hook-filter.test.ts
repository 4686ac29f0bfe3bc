import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostOf, isAbout, matchingEvents, recipientNames, withEntry } from './hook-filter.ts'

test('hooks: one without a scope is about every application', () => {
  assert.ok(isAbout({ scope: null }, 'app_1'))
  assert.ok(isAbout({ scope: ['addon_1', 'app_1'] }, 'app_1'))
  assert.ok(!isAbout({ scope: ['app_2'] }, 'app_1'))
})

test('hooks: events are found by words in any order and writing', () => {
  const events = ['DEPLOYMENT_FAIL', 'DEPLOYMENT_SUCCESS', 'GIT_PUSH']
  assert.deepEqual(matchingEvents(events, ''), events)
  assert.deepEqual(matchingEvents(events, 'fail deploy'), ['DEPLOYMENT_FAIL'])
  assert.deepEqual(matchingEvents(events, 'git-push'), ['GIT_PUSH'])
})

test('hooks: an entry is added once and removed', () => {
  assert.deepEqual(withEntry(['a', 'b'], 'a', true), ['b', 'a'])
  assert.deepEqual(withEntry(['a', 'b'], 'a', false), ['b'])
})

test('hooks: recipients are told by name or address, those who left as such', () => {
  const words = { everyone: 'all', formerMember: 'gone' }
  const members = [{ id: 'user_1', name: 'Ada', email: 'ada@example.org' }]
  const notified = [
    { type: 'organisation' },
    { type: 'email', target: 'x@example.org' },
    { type: 'userid', target: 'user_1' },
    { type: 'userid', target: 'user_2' },
  ] as const
  assert.deepEqual(recipientNames(notified, members, words), [
    'all',
    'x@example.org',
    'Ada',
    'gone',
  ])
})

test('hooks: a list shows the host of a URL only', () => {
  assert.equal(hostOf('https://example.org:8443/secret?x=1'), 'example.org:8443')
  assert.equal(hostOf('nonsense'), 'nonsense')
})
