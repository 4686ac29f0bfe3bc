import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf } from './addresses.ts'

test('addresses: have one segment for each part, encoded', () => {
  const application = { ownerId: 'orga_1', id: 'app_1' }
  assert.equal(addressOf.owner('user_1'), '/organisations/user_1')
  assert.equal(addressOf.application(application), '/organisations/orga_1/applications/app_1')
  assert.equal(
    addressOf.application(application, 'logs'),
    '/organisations/orga_1/applications/app_1/logs',
  )
  assert.equal(addressOf.create('application', 'orga_1'), '/create/application?for=orga_1')
  assert.equal(addressOf.consumer('orga_1', 'a/b'), '/organisations/orga_1/consumers/a%2Fb')
})
