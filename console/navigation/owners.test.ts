import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currentOwner, ownersOf } from './owners.ts'

const owner = (id: string, name: string, applications: unknown[] = []) => ({
  id,
  name,
  applications: applications as never[],
  addons: [],
  consumers: [],
})

const summary = {
  user: owner('user_1', 'Ann'),
  organisations: [owner('orga_2', 'zoo'), owner('orga_1', 'Acme', [{}])],
}

test('owners: the personal space is first, organisations follow by name', () => {
  assert.deepEqual(
    ownersOf(summary, 'Mine').map(({ name }) => name),
    ['Mine', 'Acme', 'zoo'],
  )
})

test('current owner: is that of the address, then the one used last, then one with applications', () => {
  const owners = ownersOf(summary, 'Mine')
  const idOf = (inAddress: string | undefined, usedLast: string | null) =>
    currentOwner(owners, inAddress, usedLast)?.id
  assert.equal(idOf('orga_2', 'user_1'), 'orga_2')
  assert.equal(idOf('orga_none', 'user_1'), undefined)
  assert.equal(idOf(undefined, 'user_1'), 'user_1')
  assert.equal(idOf(undefined, 'orga_gone'), 'orga_1')
})
