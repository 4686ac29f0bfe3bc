import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { type Address, addressOf } from './addresses.ts'
import { stringifySearch } from './search-strings.ts'

// By a computed name: the compiler would follow the routes into pages, which are checked with other options.
const { routeTree } = await import(join(import.meta.dirname, '../routes/route-tree.ts'))
const router = createRouter({ routeTree, stringifySearch, history: createMemoryHistory() })
const hrefOf = (address: Address) => router.buildLocation(address).href

test('addresses: each parameter is one segment, encoded, and the query follows', () => {
  const application = { ownerId: 'orga_1', id: 'app_1' }
  assert.equal(hrefOf(addressOf.owner('user_1')), '/organisations/user_1')
  assert.equal(
    hrefOf(addressOf.application(application)),
    '/organisations/orga_1/applications/app_1',
  )
  assert.equal(
    hrefOf(addressOf.logs(application, { deployment: 'a b' })),
    '/organisations/orga_1/applications/app_1/logs?deployment=a+b',
  )
  assert.equal(hrefOf(addressOf.create('application', 'orga_1')), '/create/application?for=orga_1')
  assert.equal(hrefOf(addressOf.create('')), '/create')
  assert.equal(hrefOf(addressOf.consumer('orga_1', 'a/b')), '/organisations/orga_1/consumers/a%2Fb')
})
