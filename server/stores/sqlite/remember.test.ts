import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createVault } from '#kit/vault.ts'
import { newOrganisation } from '#platform/accounts/organisation.ts'
import { newUser } from '#platform/accounts/user.ts'
import type { Store } from '#platform/store.ts'
import { remember } from './remember.ts'
import { openSqliteStore } from './sqlite-store.ts'

const user = newUser('user_1', { email: 'a@x.test', passwordHash: '' }, 1)

/** A remembering store over one whose questions about users are counted. */
async function counted() {
  const store = await openSqliteStore(':memory:', createVault(randomBytes(32)))
  let asked = 0
  const users = {
    ...store.users,
    find: (id: string) => {
      asked += 1
      return store.users.find(id)
    },
  }
  return { store: remember({ ...store, users } as Store), asked: () => asked }
}

test('the same question is asked once until something is written', async () => {
  const { store, asked } = await counted()
  await store.users.add(user)
  await store.users.find('user_1')
  await store.users.find('user_1')
  assert.equal(asked(), 1)
  await store.organisations.add(newOrganisation('orga_1', 'o', 1))
  assert.deepEqual({ ...(await store.users.find('user_1')) }, user)
  assert.equal(asked(), 2)
  await store.close()
})

test('what does not exist is asked again', async () => {
  const { store, asked } = await counted()
  assert.equal(await store.users.find('user_1'), undefined)
  await store.users.find('user_1')
  assert.equal(asked(), 2)
  await store.close()
})

test('a member whose role changes has the new role at once', async () => {
  const { store } = await counted()
  await store.users.add(user)
  await store.organisations.add(newOrganisation('orga_1', 'o', 1))
  const member = { organisationId: 'orga_1', userId: 'user_1', job: '' }
  await store.members.put({ ...member, role: 'ADMIN' })
  assert.equal((await store.members.find('orga_1', 'user_1'))?.role, 'ADMIN')
  await store.transaction((inside) => inside.members.put({ ...member, role: 'ACCOUNTING' }))
  assert.equal((await store.members.find('orga_1', 'user_1'))?.role, 'ACCOUNTING')
  await store.close()
})
