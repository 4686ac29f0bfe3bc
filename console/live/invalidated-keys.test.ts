import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invalidatedKeys } from './invalidated-keys.ts'

const keysOf = (event: string, data: Record<string, unknown> = {}) =>
  invalidatedKeys({ ownerId: 'orga_1', event, data }).map((key) => key.join('/'))

test('invalidation: a deployment refreshes its application and the overview, a step only what shows it', () => {
  assert.deepEqual(keysOf('DEPLOYMENT_ACTION_BEGIN', { id: 'app_1' }), [
    'owners/orga_1/applications',
    'owners/orga_1/overview',
  ])
  assert.deepEqual(keysOf('DEPLOYMENT_STATE_CHANGE', { appId: 'app_1' }), [
    'owners/orga_1/applications/app_1/deployments',
    'owners/orga_1/applications/app_1/status',
    'owners/orga_1/overview',
  ])
})

test('invalidation: an add-on refreshes everything of its owner, an SSH key only the account', () => {
  assert.deepEqual(keysOf('ADDON_STATE_CHANGE', { id: 'addon_1' }), ['summary', 'owners/orga_1'])
  assert.deepEqual(keysOf('SSH_KEY_ADD'), ['self'])
})

test('invalidation: an event with an unknown name refreshes its owner', () => {
  assert.deepEqual(keysOf('SOMETHING_NEW'), ['owners/orga_1'])
})

test('invalidation: what the bell tells of refreshes it', () => {
  assert.deepEqual(keysOf('ALERT_BEGIN'), ['owners/orga_1', 'news'])
})
