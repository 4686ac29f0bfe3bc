import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptInvitation } from '#platform/identity/accounts/invitations/invitations.ts'
import { addPerson } from '#tests/support/people/named-people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { seat } from '#tests/support/visitors/form-driver.ts'

/** The first account, logged in, with its organisation. */
async function administrator(api: TestApi) {
  const user = await api.platform.store.users.findByEmail(api.account.email)
  assert.ok(user)
  return seat(api, user.id)
}

test('berth members: a user is invited, joins, gets another role and is removed', async () => {
  await using api = await openTestApi()
  const { platform } = api
  await using admin = await administrator(api)
  const bob = await addPerson(api, { name: 'Bob' })
  const invited = await admin.type('members', 'invite', bob.email, '--job', 'Poet')
  assert.equal(invited.out, 'Invited bob@example.test to admin-org as developer.\n', invited.err)
  const pending = (await admin.type('members')).out
  assert.match(pending, /^admin@localhost +ADMIN +admin\n\nInvited\nbob@example\.test +DEVELOPER/)
  assert.match(pending, /until \d{4}-\d\d-\d\d +Poet\n$/)

  const key = /invitationKey=(\w+)/.exec((await api.mail(bob.email)).text)?.[1]
  await acceptInvitation(platform, key ?? '', bob.id)
  const changed = await admin.type('members', 'role', 'BOB@example.test', 'manager')
  assert.equal(changed.out, 'bob@example.test now has the role MANAGER in admin-org.\n')
  const { members, invitations } = JSON.parse((await admin.type('members', '--format', 'json')).out)
  assert.deepEqual([members.length, members[1].role, invitations], [2, 'MANAGER', []])
  const removed = await admin.type('members', 'remove', bob.id)
  assert.equal(removed.out, 'Removed bob@example.test from admin-org.\n')
  assert.match((await admin.type('members', 'remove', bob.id)).err, /admin-org has no member/)
})

test('berth members cancel: withdraws an invitation', async () => {
  await using api = await openTestApi()
  await using admin = await administrator(api)
  await admin.type('members', 'invite', 'eve@example.test', '-r', 'accounting')
  const taken = await admin.type('members', 'cancel', 'Eve@example.test')
  assert.equal(taken.out, 'Cancelled the invitation of eve@example.test.\n')
  assert.match(
    (await admin.type('members', 'cancel', 'eve@example.test')).err,
    /no pending invitation/,
  )
  assert.doesNotMatch((await admin.type('members')).out, /eve/)
})

test('berth members: every member but the last administrator can leave; members see no invitations', async () => {
  await using api = await openTestApi()
  await using admin = await administrator(api)
  const eve = await addPerson(api, { name: 'Eve', at: api.account.organisationId })
  await using developer = await seat(api, eve.id)
  await admin.type('members', 'invite', 'zoe@example.test')
  assert.match((await developer.type('members')).out, /^admin@localhost.*eve@example\.test/s)
  assert.doesNotMatch((await developer.type('members')).out, /zoe/)
  assert.match((await developer.type('members', 'remove', 'admin@localhost')).err, /DEVELOPER/)
  assert.match((await developer.type('members', 'leave')).err, /--yes/)
  assert.equal(
    (await developer.type('members', 'leave', '--yes')).out,
    'You have left admin-org.\n',
  )
  assert.match((await developer.type('members')).err, /You are not a member of any organisation/)
  const last = await admin.type('members', 'leave', '--yes')
  assert.deepEqual([last.code, /needs an administrator/.test(last.err)], [1, true])
})

test('berth members: an unknown role is refused before any call', async () => {
  await using api = await openTestApi()
  await using admin = await administrator(api)
  const wrong = await admin.type('members', 'role', 'admin@localhost', 'king')
  assert.match(wrong.err, /Unknown role 'king'.*admin, manager, developer, accounting/s)
  assert.equal((await admin.type('members', 'invite', 'a@b.test', '--role', 'king')).code, 2)
})
