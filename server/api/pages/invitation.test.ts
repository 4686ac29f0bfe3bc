import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inviteMember } from '#platform/identity/accounts/invitations/invitations.ts'
import { changeOrganisation } from '#platform/identity/accounts/organisations/organisations.ts'
import { linkIn } from '#tests/support/engine/link-in.ts'
import { hashPassword } from '#tests/support/passwords.ts'
import { addPerson } from '#tests/support/people/named-people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { PageVisitor } from '#tests/support/visitors/page-visitor.ts'

const path = '/v2/invitations/accept'
const password = 'a long enough password'

/** Invites to the first organisation; returns the path of the mailed link. */
async function invited(api: TestApi, email = 'bob@example.test') {
  const { platform, account } = api
  const inviter = await platform.store.users.findByEmail(account.email)
  assert.ok(inviter)
  const { organisationId } = account
  const place = { organisationId, inviter, from: '192.0.2.1' }
  await inviteMember(platform, place, { email, role: 'DEVELOPER', job: '' })
  return { link: linkIn(await api.mail(email)), organisationId }
}

/** A logged-in user whose browser follows the login page to its destination. */
async function loggedIn(api: TestApi, name: string, link: string) {
  const user = await addPerson(api, { name })
  await api.platform.store.users.change(user.id, { passwordHash: await hashPassword(password) })
  const visitor = new PageVisitor(api.url)
  const offer = await visitor.get(link)
  const [, login = ''] = /href="(\/v2\/sessions\/login[^"]*)"/.exec(offer.text) ?? []
  await visitor.get(login.replaceAll('&amp;', '&'))
  const fields = { email: user.email, pass: password }
  const page = await visitor.follow(await visitor.send('/v2/sessions/login', fields))
  return { user, visitor, page }
}

test('invitation page: the user logs in, sees organisation and inviter, and joins', async () => {
  await using api = await openTestApi()
  const { link, organisationId } = await invited(api)
  const { user, visitor, page } = await loggedIn(api, 'Bob', link)
  assert.equal(page.status, 200)
  for (const part of ['<strong>admin</strong>', 'a developer', 'bob@example.test'])
    assert.ok(page.text.includes(part), part)
  assert.doesNotMatch(page.text, /need not be/)
  const answer = await visitor.send(path, { answer: 'accept' })
  assert.equal(answer.status, 200)
  assert.match(answer.text, /You are now a member of/)
  assert.equal((await api.platform.store.members.find(organisationId, user.id))?.role, 'DEVELOPER')
  assert.equal((await visitor.get(link)).status, 404)
})

test('invitation page: a user with another e-mail address may join, and is told about the difference', async () => {
  await using api = await openTestApi()
  const { link } = await invited(api, 'work@example.test')
  const { page } = await loggedIn(api, 'Bob', link)
  assert.match(page.text, /was sent to <strong>work@example\.test<\/strong>, which can be/)
})

test('invitation page: declining spends the invitation without joining', async () => {
  await using api = await openTestApi()
  const { link, organisationId } = await invited(api)
  const visitor = new PageVisitor(api.url)
  await visitor.get(link)
  const answer = await visitor.send(path, { answer: 'decline' })
  assert.match(answer.text, /<title>Invitation declined\b.*You declined to join/s)
  assert.equal((await visitor.get(link)).status, 404)
  assert.equal((await api.platform.store.members.listOf(organisationId)).length, 1)
})

test('invitation page: without a session it links to login, and to sign-up where that is open', async () => {
  await using api = await openTestApi()
  const { link } = await invited(api)
  const visitor = new PageVisitor(api.url)
  const closed = (await visitor.get(link)).text
  assert.match(closed, /href="\/v2\/sessions\/login\?invitationKey=\w+"/)
  assert.doesNotMatch(closed, /signup/)
  api.platform.policies = { ...api.platform.policies, signup: 'invite' }
  assert.match((await visitor.get(link)).text, /href="\/v2\/sessions\/signup\?invitationKey=\w+"/)
  const { status, text } = await visitor.send(path, { answer: 'accept' })
  assert.deepEqual([status, /Log in to join/.test(text)], [200, true])
})

test('invitation page: an unknown key gets a page that says so', async () => {
  await using api = await openTestApi()
  const visitor = new PageVisitor(api.url)
  for (const key of ['', 'x', '<script>', 'x'.repeat(5000)]) {
    const query = new URLSearchParams({ invitationKey: key })
    const { status, text, headers } = await visitor.get(`${path}?${query}`)
    assert.equal(status, 404)
    assert.match(text, /Ask for a new one/)
    assert.doesNotMatch(text, /<script>/)
    assert.match(headers.get('content-type') ?? '', /^text\/html/)
  }
})

test('invitation page: a hostile name is escaped', async () => {
  await using api = await openTestApi()
  const { platform, account } = api
  const name = `"><img src=x onerror=alert(1)>'</strong>`
  await changeOrganisation(platform, account.organisationId, { name })
  const { link } = await invited(api)
  const { page, visitor } = await loggedIn(api, '<b>Bob', link)
  const joined = await visitor.send(path, { answer: 'accept' })
  for (const { text } of [page, joined]) {
    assert.doesNotMatch(text, /<img|<b>/)
    assert.ok(text.includes('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&#39;&lt;/strong&gt;'))
  }
})

test('invitation page: a form from another origin is refused', async () => {
  await using api = await openTestApi()
  const { link, organisationId } = await invited(api)
  const { visitor } = await loggedIn(api, 'Bob', link)
  const invitationKey = new URL(link, api.url).searchParams.get('invitationKey') ?? ''
  const { status } = await visitor.post(path, { invitationKey, answer: 'accept', csrf: 'wrong' })
  assert.equal(status, 403)
  assert.equal((await api.platform.store.members.listOf(organisationId)).length, 1)
})
