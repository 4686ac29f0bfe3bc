import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normaliseEmail } from '#platform/identity/access/login/authenticate-password.ts'
import { changeMember, removeMember } from '#platform/identity/accounts/organisations/members.ts'
import {
  createOrganisation,
  deleteOrganisation,
} from '#platform/identity/accounts/organisations/organisations.ts'
import { addPerson, callerFor } from '#tests/support/people/named-people.ts'
import { openTestPlatform, type TestPlatform } from '#tests/support/platform/platform.ts'
import {
  acceptInvitation,
  declineInvitation,
  getOffer,
  inviteMember,
  listInvitations,
  withdrawInvitation,
} from './invitations.ts'

const week = 7 * 24 * 3_600_000
const missing = { kind: 'missing', message: /invalid, was used or cancelled, or has expired/ }

/** An organisation, its administrator, and an invite function that returns the mailed key. */
async function company(setup: TestPlatform) {
  const { platform } = setup
  const ada = await addPerson(setup, { name: 'Ada' })
  const { id } = await createOrganisation(platform, ada.id, { name: 'Engines' })
  const place = { organisationId: id, inviter: ada, from: '192.0.2.1' }
  const invite = async (email: string, role: 'ADMIN' | 'DEVELOPER' = 'DEVELOPER') => {
    await inviteMember(platform, place, { email, role, job: 'Poet' })
    const { to, text } = await setup.mail(normaliseEmail(email))
    return { to, text, key: /invitationKey=(\w+)/.exec(text)?.[1] ?? '' }
  }
  return { id, ada, place, invite }
}

test('invitation: the holder of the mailed key becomes a member with role and job, once', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const { id, invite } = await company(setup)
  const { to, text, key } = await invite(' Bob@Example.TEST ')
  assert.equal(to, 'bob@example.test')
  assert.match(text, /Ada .* "Engines" .* as a developer/)
  const people = await Promise.all(['Bob', 'Eve'].map((name) => addPerson(setup, { name })))
  const outcomes = await Promise.allSettled(
    people.map((user) => acceptInvitation(platform, key, user.id)),
  )
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const members = await platform.store.members.listOf(id)
  assert.deepEqual(members.map(({ member: { role, job } }) => `${role} ${job}`).sort(), [
    'ADMIN ',
    'DEVELOPER Poet',
  ])
  assert.deepEqual(await listInvitations(platform, id), [])
})

test('invitation: only the digest of the key is stored', async () => {
  await using setup = await openTestPlatform()
  const { id, invite } = await company(setup)
  const { key } = await invite('bob@example.test')
  const kept = JSON.stringify(await setup.platform.store.invitations.listOf(id))
  assert.ok(key.length >= 40 && !kept.includes(key))
})

test('invitation: known and unknown addresses get the same answer; an existing member is refused', async () => {
  await using setup = await openTestPlatform()
  const { id, invite } = await company(setup)
  const bob = await addPerson(setup, { name: 'Bob' })
  const mails = [await invite(bob.email), await invite('nobody@example.test')]
  const [known, unknown] = mails.map(({ to, text, key }) =>
    text.replace(to, 'address').replace(key, 'key'),
  )
  assert.equal(known, unknown)
  await addPerson(setup, { name: 'Eve', at: id })
  await assert.rejects(invite('EVE@example.test'), {
    kind: 'conflict',
    message: /already a member/,
  })
})

test('invitation: inviting an address again replaces the earlier invitation', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const { id, invite } = await company(setup)
  const first = await invite('bob@example.test')
  const second = await invite('bob@example.test', 'ADMIN')
  await assert.rejects(getOffer(platform, first.key), missing)
  assert.equal((await getOffer(platform, second.key)).invitation.role, 'ADMIN')
  assert.equal((await listInvitations(platform, id)).length, 1)
})

test('invitation: ends after a week, when cancelled and when declined', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const { id, invite } = await company(setup)
  const bob = await addPerson(setup, { name: 'Bob' })
  const { key } = await invite(bob.email)
  const later = { ...platform, clock: () => platform.clock() + week }
  await assert.rejects(acceptInvitation(later, key, bob.id), missing)
  assert.deepEqual(await listInvitations(later, id), [])

  const [invitation] = await listInvitations(platform, id)
  assert.ok(invitation)
  const other = await createOrganisation(platform, bob.id, { name: 'Other' })
  await assert.rejects(withdrawInvitation(platform, other.id, invitation.id), { kind: 'missing' })
  await withdrawInvitation(platform, id, invitation.id)
  await assert.rejects(acceptInvitation(platform, key, bob.id), missing)

  const again = (await invite(bob.email)).key
  await declineInvitation(platform, again)
  await assert.rejects(acceptInvitation(platform, again, bob.id), missing)
  assert.equal(await platform.store.members.find(id, bob.id), undefined)
})

test('invitation: ends when its sender loses the permission to invite', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const { id, ada, invite } = await company(setup)
  const bob = await addPerson(setup, { name: 'Bob', at: id, role: 'ADMIN' })
  const { key } = await invite('accomplice@example.test')
  await changeMember(platform, id, ada.id, { role: 'MANAGER' })
  await assert.rejects(getOffer(platform, key), missing)
  await removeMember(platform, callerFor(bob.id), id, ada.id)
  await assert.rejects(acceptInvitation(platform, key, ada.id), missing)
  assert.deepEqual(await listInvitations(platform, id), [])
  await deleteOrganisation(platform, id)
  await assert.rejects(getOffer(platform, key), missing)
})

test('invitation: an existing member keeps the role, and the invitation stays open', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const { id, ada, invite } = await company(setup)
  const { key } = await invite('other@example.test')
  await assert.rejects(acceptInvitation(platform, key, ada.id), { kind: 'conflict' })
  assert.equal((await platform.store.members.find(id, ada.id))?.role, 'ADMIN')
  assert.equal((await listInvitations(platform, id)).length, 1)
})

test('invitation: joining is written to the audit log of the organisation', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const { id, invite } = await company(setup)
  const bob = await addPerson(setup, { name: 'Bob' })
  await acceptInvitation(platform, (await invite(bob.email)).key, bob.id, '192.0.2.9')
  const [entry] = await platform.store.audit.listOf(id, { limit: 10 })
  assert.deepEqual(
    [entry?.action, entry?.userId, entry?.from],
    ['member.join', bob.id, '192.0.2.9'],
  )
})

test('invitation: an invalid address and too many invitations are refused before anything is written', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const { id, place, invite } = await company(setup)
  for (const email of ['nobody', 'a@b\nBcc: c@d', 'a b@c.test', `${'x'.repeat(250)}@a.test`])
    await assert.rejects(invite(email), { kind: 'invalid' })
  const invitations = Array.from({ length: 51 }, (_, number) =>
    inviteMember(platform, place, { email: `n${number}@x.test`, role: 'DEVELOPER', job: '' }),
  )
  const refused = (await Promise.allSettled(invitations)).filter((one) => one.status === 'rejected')
  assert.deepEqual(
    refused.map(({ reason }) => reason.kind),
    ['limited'],
  )
  assert.equal((await listInvitations(platform, id)).length, 50)
})
