import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roleAt } from '#platform/identity/access/permit.ts'
import { addPerson, callerFor } from '#tests/support/people/named-people.ts'
import { openTestPlatform, type TestPlatform } from '#tests/support/platform/platform.ts'
import { changeMember, listMembers, removeMember } from './members.ts'
import { createOrganisation } from './organisations.ts'

/** An organisation with two administrators and a developer. */
async function company(setup: TestPlatform) {
  const { platform } = setup
  const ada = await addPerson(setup, { name: 'Ada' })
  const { id } = await createOrganisation(platform, ada.id, { name: 'Engines' })
  const bob = await addPerson(setup, { name: 'Bob', at: id, role: 'ADMIN' })
  const eve = await addPerson(setup, { name: 'Eve', at: id })
  return { id, ada, bob, eve }
}

test('members: of two administrators who demote each other concurrently only one succeeds', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const { id, ada, bob } = await company(setup)
  const outcomes = await Promise.allSettled([
    changeMember(platform, id, ada.id, { role: 'MANAGER' }),
    changeMember(platform, id, bob.id, { role: 'MANAGER' }),
  ])
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const roles = (await platform.store.members.listOf(id)).map(({ member }) => member.role)
  assert.equal(roles.filter((role) => role === 'ADMIN').length, 1)
})

test('members: of two administrators who leave concurrently one stays', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const { id, ada, bob } = await company(setup)
  const outcomes = await Promise.allSettled(
    [ada, bob].map((one) => removeMember(platform, callerFor(one.id), id, one.id)),
  )
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  assert.equal(refused.length, 1)
  assert.match(String(refused[0]?.reason), /Engines needs an administrator/)
})

test('members: the last administrator can change job but not leave, be removed or be demoted', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const { id, ada, bob } = await company(setup)
  await changeMember(platform, id, bob.id, { role: 'ACCOUNTING' })
  const conflict = { kind: 'conflict', message: /needs an administrator/ }
  await assert.rejects(changeMember(platform, id, ada.id, { role: 'DEVELOPER' }), conflict)
  await assert.rejects(removeMember(platform, callerFor(ada.id), id, ada.id), conflict)
  await changeMember(platform, id, ada.id, { role: 'ADMIN', job: 'Founder' })
  assert.equal((await platform.store.members.find(id, ada.id))?.job, 'Founder')
})

test('members: any member may leave, only administrators remove others, effective at once', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const { id, ada, bob, eve } = await company(setup)
  await assert.rejects(removeMember(platform, callerFor(eve.id), id, bob.id), { kind: 'forbidden' })
  await assert.rejects(
    removeMember(platform, callerFor(ada.id, ['manage_organisations']), id, bob.id),
    { kind: 'forbidden', message: /manage_organisations_members/ },
  )
  await removeMember(platform, callerFor(ada.id), id, bob.id)
  assert.equal(await roleAt(platform, callerFor(bob.id), id), undefined)
  await removeMember(platform, callerFor(eve.id), id, eve.id)
  assert.equal(await roleAt(platform, callerFor(eve.id), id), undefined)
})

test('members: members of other organisations are reported as missing', async () => {
  await using setup = await openTestPlatform()
  const { platform, account } = setup
  const { id, ada } = await company(setup)
  const other = await platform.store.users.findByEmail(account.email)
  assert.ok(other)
  const missing = { kind: 'missing', message: `There is no member ${other.id}.` }
  await assert.rejects(changeMember(platform, id, other.id, { role: 'ADMIN' }), missing)
  await assert.rejects(removeMember(platform, callerFor(ada.id), id, other.id), missing)
  assert.equal(await platform.store.members.find(id, other.id), undefined)
})

test('members: a personal space has its user as the only member', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const ada = await addPerson(setup, { name: 'Ada' })
  const [only, ...others] = await listMembers(platform, ada.id)
  assert.deepEqual([only?.user.id, only?.member.role, others], [ada.id, 'ADMIN', []])
  const conflict = { kind: 'conflict', message: /personal space/ }
  await assert.rejects(removeMember(platform, callerFor(ada.id), ada.id, ada.id), conflict)
  await assert.rejects(changeMember(platform, ada.id, ada.id, { role: 'MANAGER' }), conflict)
})
