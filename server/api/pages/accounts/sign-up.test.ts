import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { systemClock } from '#kit/concurrency/clock.ts'
import { createAttempts } from '#platform/identity/access/limits/create-attempts.ts'
import { inviteMember } from '#platform/identity/accounts/invitations/invitations.ts'
import { linkIn } from '#tests/support/engine/link-in.ts'
import { somebody } from '#tests/support/people/people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { PageVisitor } from '#tests/support/visitors/page-visitor.ts'

const pass = 'correct horse battery'
let api: TestApi
let visitor: PageVisitor

before(async () => {
  api = await openTestApi()
})
after(() => api[Symbol.asyncDispose]())
beforeEach(() => {
  visitor = new PageVisitor(api.url)
  api.platform.attempts = createAttempts(systemClock)
  api.platform.policies.signup = 'open'
})

const find = (email: string) => api.platform.store.users.findByEmail(email)
const signUp = async (fields: Record<string, string>, query = '') => {
  await visitor.get(`/v2/sessions/signup${query}`)
  return visitor.send('/v2/users', { pass, ...fields })
}
/** A client that is no browser sends no Origin and needs no form. */
async function sendByProgram(fields: Record<string, string>) {
  const body = new URLSearchParams({ pass, ...fields })
  const answer = await fetch(`${api.url}/v2/users`, { method: 'POST', body })
  return { status: answer.status, text: await answer.text() }
}
/** Invites an address; returns the mailed key. */
async function invite(email: string): Promise<string> {
  const inviter = (await find('admin@localhost')) ?? assert.fail()
  const at = { organisationId: api.account.organisationId, inviter, from: '127.0.0.1' }
  await inviteMember(api.platform, at, { email, role: 'DEVELOPER', job: '' })
  const link = new URL(linkIn(await api.mail(email)), api.url)
  return link.searchParams.get('invitationKey') ?? assert.fail()
}

test('sign-up: is refused where it is closed, with or without an invitation', async () => {
  const key = await invite('closed@x.test')
  api.platform.policies.signup = 'closed'
  for (const answer of [
    await visitor.get('/v2/sessions/signup'),
    await visitor.get(`/v2/sessions/signup?invitationKey=${key}`),
    await sendByProgram({ email: 'closed@x.test' }),
    await sendByProgram({ email: 'closed@x.test', invitationKey: key }),
  ]) {
    assert.equal(answer.status, 403)
    assert.match(answer.text, /Sign-up is closed/)
    assert.doesNotMatch(answer.text, /<form/)
  }
  assert.equal(await find('closed@x.test'), undefined)
})

test('sign-up: the account is created only when the mailed link is followed and confirmed', async () => {
  const answer = await signUp({ email: ' Ann@X.test ', name: 'Ann' })
  assert.equal(answer.status, 200)
  assert.match(answer.text, /sent an email to <strong>ann@x\.test/)
  const link = linkIn(await api.mail('ann@x.test'))
  assert.equal(await find('ann@x.test'), undefined)

  const shown = await visitor.get(link)
  assert.match(shown.text, /ann@x\.test/)
  assert.equal(await find('ann@x.test'), undefined, 'following it is not enough')
  const confirmed = await visitor.send('/v2/users/confirm')
  assert.deepEqual([confirmed.status, confirmed.location], [303, '/'])
  const user = (await find('ann@x.test')) ?? assert.fail()
  assert.equal(user.name, 'Ann')
  assert.equal(await visitor.whoIsHere(), 'ann@x.test')

  assert.equal((await visitor.get(link)).status, 404, 'it works once')
  const other = new PageVisitor(api.url)
  await other.get('/v2/sessions/login')
  const login = await other.send('/v2/sessions/login', { email: 'ann@x.test', pass })
  assert.equal(login.status, 303)
  const entries = await api.platform.store.audit.listOf(user.id, { limit: 9 })
  const made = entries.find(({ action }) => action === 'account.create')
  assert.deepEqual([made?.credential, made?.outcome], ['mailed link', 'done'])
})

test('sign-up: an address with an account gets the same response, and an e-mail that says so', async () => {
  const known = await signUp({ email: 'admin@localhost' })
  const unknown = await signUp({ email: 'fresh@localhost' })
  assert.equal(known.text.replace('admin@', 'fresh@'), unknown.text)
  const { subject, text } = await api.mail('admin@localhost')
  assert.match(subject, /already/)
  assert.doesNotMatch(text, /confirm/)
  assert.match((await api.mail('fresh@localhost')).text, /users\/confirm\?key=/)
})

test('sign-up: of two links for one address the first creates the account, the second nothing', async () => {
  await signUp({ email: 'twice@x.test' })
  await signUp({ email: 'twice@x.test' })
  const [one, two] = [await api.mail('twice@x.test'), await api.mail('twice@x.test')]
  await visitor.get(linkIn(one))
  await new PageVisitor(api.url).get(linkIn(two))
  assert.equal((await visitor.send('/v2/users/confirm')).status, 303)
  assert.equal((await visitor.get(linkIn(two))).status, 404)
})

test("sign-up: a link requested by an attacker creates no account with the attacker's password", async () => {
  await signUp({ email: 'prey@x.test' })
  const link = linkIn(await api.mail('prey@x.test'))
  const owner = new PageVisitor(api.url)
  assert.match((await owner.get(link)).text, /name="pass"/)
  for (const wrong of [{}, { pass: 'a guess of mine' }]) {
    const refused = await owner.send('/v2/users/confirm', wrong)
    assert.equal(refused.status, 401)
    assert.match(refused.text, /If you did not sign up/)
  }
  assert.equal(await find('prey@x.test'), undefined)
  const onAnotherDevice = await owner.send('/v2/users/confirm', { pass })
  assert.equal(onAnotherDevice.status, 303)
  assert.ok(await find('prey@x.test'))
})

test('sign-up: the pending login destination is carried to the end', async () => {
  const cliToken = 'a-token-made-up-by-the-tool'
  await signUp({ email: 'tool@x.test' }, `?cli_token=${cliToken}`)
  await visitor.get(linkIn(await api.mail('tool@x.test')))
  const confirmed = await visitor.send('/v2/users/confirm')
  assert.equal(confirmed.location, `/cli-oauth?cli_token=${cliToken}`)
})

test('sign-up: invalid input is refused on the page with advice, and nothing is mailed', async () => {
  for (const [fields, why] of [
    [{ email: 'no address' }, /Invalid e-mail address/],
    [{ email: 'a@x.test\r\nBcc: b@x.test' }, /Invalid e-mail address/],
    [{ email: 'short@x.test', pass: 'short' }, /at least 10/],
    [{ email: 'bell@x.test', name: 'ring\u0007' }, /control character/],
    [{ email: 'long@x.test', name: 'x'.repeat(500) }, /longer than/],
    [{ email: '<script>@x.test' }, /Invalid e-mail address/],
    [{ email: 'far@x.test', cli_token: 'x'.repeat(9999) }, /too long/],
  ] as const) {
    const answer = await signUp(fields)
    assert.equal(answer.status, 400, JSON.stringify(fields))
    assert.match(answer.text, why)
    assert.match(answer.text, /<form/)
    const [focused] = /<input[^>]* autofocus/.exec(answer.text) ?? []
    const next = /e-mail/.test(why.source) ? 'email' : 'pass'
    assert.match(focused ?? '', new RegExp(`name="${next}"`), 'the cursor is where to type')
    assert.doesNotMatch(answer.text, /<script/)
  }
  assert.equal(await api.platform.store.outbox.findNext(), undefined)
})

test('sign-up: is rate limited', async () => {
  const statuses: number[] = []
  for (let tries = 0; tries < 7; tries++) {
    statuses.push((await signUp({ email: 'again@x.test' })).status)
  }
  assert.deepEqual([statuses[0], statuses.at(-1)], [200, 429])
})

test('sign-up by invitation: creates the account at once, with the invited address', async () => {
  api.platform.policies.signup = 'invite'
  assert.equal((await visitor.get('/v2/sessions/signup')).status, 403)
  assert.equal((await sendByProgram({ email: 'guest@x.test' })).status, 403)
  assert.equal((await sendByProgram({ invitationKey: 'made-up' })).status, 404)

  const key = await invite('guest@x.test')
  const shown = await visitor.get(`/v2/sessions/signup?invitationKey=${key}`)
  assert.match(shown.text, /guest@x\.test/)
  const weak = await visitor.send('/v2/users', { pass: 'weak' })
  assert.equal(weak.status, 400)
  const joined = await visitor.send('/v2/users', { pass, email: 'somebody-else@x.test' })
  assert.deepEqual([joined.status, joined.location], [303, '/'])
  const user = (await find('guest@x.test')) ?? assert.fail()
  const member = await api.platform.store.members.find(api.account.organisationId, user.id)
  assert.equal(member?.role, 'DEVELOPER')
  assert.equal(await find('somebody-else@x.test'), undefined)
  assert.equal(await visitor.whoIsHere(), 'guest@x.test')
  assert.equal((await sendByProgram({ invitationKey: key })).status, 404, 'it works once')
})

test('sign-up by invitation: a user with an account is told to log in', async () => {
  const { email, id } = await somebody(api)
  const key = await invite(email)
  await visitor.get(`/v2/sessions/signup?invitationKey=${key}`)
  const answer = await visitor.send('/v2/users')
  assert.equal(answer.status, 400)
  const chosen = await visitor.send('/v2/users', { pass })
  assert.equal(chosen.status, 409)
  assert.match(chosen.text, new RegExp(`sessions/login\\?invitationKey=${key}`))
  assert.equal(await api.platform.store.members.find(api.account.organisationId, id), undefined)
})

test('sign-up: a form from another origin is refused', async () => {
  const answer = await visitor.post('/v2/users', { email: 'forged@x.test', pass })
  assert.equal(answer.status, 403)
  assert.equal(await api.platform.store.outbox.findNext(), undefined)
})

test('sign-up: a link is refused where sign-up was closed in the meantime', async () => {
  await signUp({ email: 'late@x.test' })
  const link = linkIn(await api.mail('late@x.test'))
  await visitor.get(link)
  api.platform.policies.signup = 'closed'
  assert.equal((await visitor.send('/v2/users/confirm')).status, 403)
  assert.equal(await find('late@x.test'), undefined)
})
