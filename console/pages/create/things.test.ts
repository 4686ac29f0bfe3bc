import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEntries } from './things.ts'

const found = (search: string) => createEntries(search, 'ADMIN').map(({ thing }) => thing)

test('things to create: are found by their names and by what they are for', () => {
  assert.deepEqual(found(''), ['application', 'addon', 'consumer', 'organisation', 'provider'])
  assert.deepEqual(found('postgres'), ['addon'])
  assert.deepEqual(found('oauth consumer'), ['consumer'])
  assert.deepEqual(found('TEAM'), ['organisation'])
  assert.deepEqual(found('spaceship'), [])
})

test('things to create: a developer may only create organisations', () => {
  const permitted = createEntries('', 'DEVELOPER').filter(({ isPermitted }) => isPermitted)
  assert.deepEqual(
    permitted.map(({ thing }) => thing),
    ['organisation'],
  )
})
