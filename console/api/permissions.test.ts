import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permissions } from '#platform/model/identity/access/permissions.ts'
import { mayDo, rolesThatMay } from './permissions.ts'

test('permissions of the console: are those of the server', () => {
  const server = Object.entries(permissions).map(([name, { roles }]) => [name, [...roles]])
  assert.deepEqual(rolesThatMay, Object.fromEntries(server))
})

test('permissions: nobody without a role may do anything', () => {
  assert.equal(mayDo(undefined, 'see'), false)
  assert.equal(mayDo('DEVELOPER', 'operate'), true)
  assert.equal(mayDo('DEVELOPER', 'administer'), false)
})
