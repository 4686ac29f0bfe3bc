import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import {
  type AddonId,
  type ApplicationId,
  isLogSourceId,
  isOwnerId,
  type OwnerId,
  parseApplicationId,
  parseOwnerId,
} from './ids.ts'

test('ids: one of another kind is a compile error', () => {
  const addonId: AddonId = newId('addon')
  // @ts-expect-error the id of an add-on is not that of an application
  const applicationId: ApplicationId = addonId
  // @ts-expect-error a text that nobody has parsed is no id
  const ownerId: OwnerId = String(applicationId)
  const owners: OwnerId[] = [newId('user'), newId('orga')]
  assert.deepEqual([...owners, ownerId].map(isOwnerId), [true, true, false])
})

test('ids: a text of another form is refused like an id that does not exist', () => {
  assert.equal(parseApplicationId('app_x'), 'app_x')
  for (const text of ['', 'app', 'addon_x', 'App_x', ' app_x']) {
    assert.throws(() => parseApplicationId(text), {
      kind: 'missing',
      message: `There is no application ${text}.`,
      details: { reason: 'application-missing' },
    })
  }
  assert.throws(() => parseOwnerId('app_x'), {
    kind: 'missing',
    message: 'There is no organisation app_x.',
  })
})

test('ids: a log is that of an application or of an add-on', () => {
  assert.deepEqual(['app_x', 'addon_x', 'orga_x', '..'].map(isLogSourceId), [
    true,
    true,
    false,
    false,
  ])
})
