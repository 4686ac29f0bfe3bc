import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionWords } from './action-words.ts'

test('actions: are told in words, unknown verbs as they are', () => {
  assert.equal(actionWords('application.create'), 'Application created')
  assert.equal(actionWords('addon.unlink'), 'Add-on unlinked')
  assert.equal(actionWords('api-token.revoke'), 'API token revoked')
  assert.equal(actionWords('addon.switch-plan'), 'Add-on: switch plan')
  assert.equal(actionWords('deploy'), 'Deploy')
})
