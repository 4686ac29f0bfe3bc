import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settingChanges } from './setting-changes.ts'

const saved = {
  name: 'shop',
  description: '',
  branch: 'master',
  forceHttps: false,
  stickySessions: false,
  homogeneous: false,
  cancelOnPush: false,
}

test('settings: only what differs is sent, in the words of the API', () => {
  assert.deepEqual(settingChanges(saved, { ...saved }), {})
  assert.deepEqual(
    settingChanges(saved, { ...saved, name: 'store', forceHttps: true, stickySessions: true }),
    { name: 'store', forceHttps: 'ENABLED', stickySessions: true },
  )
  assert.deepEqual(settingChanges({ ...saved, forceHttps: true }, saved), {
    forceHttps: 'DISABLED',
  })
})
