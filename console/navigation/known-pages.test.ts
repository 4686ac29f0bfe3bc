import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasPage, registerPages } from './known-pages.ts'

test('known pages: an address has a page if one of the table matches it completely', () => {
  registerPages([
    { path: '/' },
    { path: '/organisations/$ownerId', children: [{ path: '/' }, { path: '/members' }] },
  ])
  assert.ok(hasPage('/'))
  assert.ok(hasPage('/organisations/orga_1'))
  assert.ok(hasPage('/organisations/orga_1/members?role=ADMIN'))
  assert.ok(!hasPage('/organisations/orga_1/billing'))
  assert.ok(!hasPage('/organisations'))
})
