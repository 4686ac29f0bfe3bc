import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { systemClock } from '#kit/concurrency/clock.ts'
import { createAttempts } from '#platform/identity/access/limits/create-attempts.ts'
import { linkIn } from '#tests/support/engine/link-in.ts'
import { hashPassword } from '#tests/support/passwords.ts'
import { bearerOf, type Person, somebody } from '#tests/support/people/people.ts'
import { signedFetch } from '#tests/support/people/signed-fetch.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { PageVisitor } from '#tests/support/visitors/page-visitor.ts'

const pass = 'a wholly new password'
const path = '/v2/password_forgotten'
let api: TestApi
let visitor: PageVisitor
let ann: Person
const forgotten: string[] = []

before(async () => {
  api = await openTestApi()
  api.platform.firstLogin.forgetPassword = async (email) => void forgotten.push(email)
})
after(() => api[Symbol.asyncDispose]())
beforeEach(async () => {
  visitor = new PageVisitor(api.url)
  api.platform.attempts = createAttempts(systemClock)
  ann = await somebody(api, { passwordHash: await hashPassword('the old password') })
})

async function askFor(login: string, fields: Record<string, string> = {}) {
  await visitor.get(path)
  return visitor.send(path, { login, ...fields })
}
const logIn = async (who: PageVisitor, email: string, password: string) => {
  await who.get('/v2/sessions/login')
  return (await who.send('/v2/sessions/login', { email, pass: password })).status
}

test('password reset: known and unknown addresses get the same page, and only the known one an e-mail', async () => {
  const unknown = await askFor('nobody@people.test')
  const known = await askFor(ann.email)
  assert.equal(known.status, 200)
  assert.equal(known.text.replace(ann.email, 'nobody@people.test'), unknown.text)
  await api.mail(ann.email)
  assert.equal(await api.platform.store.outbox.findNext(), undefined, 'the other one is dropped')
})

test('password reset: the link sets a new password once, ends sessions and keeps tokens', async () => {
  const browser = new PageVisitor(api.url)
  assert.equal(await logIn(browser, ann.email, 'the old password'), 303)
  await askFor(ann.email)
  const link = linkIn(await api.mail(ann.email))
  await askFor(ann.email)
  const second = linkIn(await api.mail(ann.email))
  assert.match((await visitor.get(link)).text, new RegExp(ann.email))

  assert.equal((await visitor.send(link, { pass, pass2: 'another' })).status, 400)
  assert.equal((await visitor.send(link, { pass: 'short', pass2: 'short' })).status, 400)
  const done = await visitor.send(link, { pass, pass2: pass })
  assert.equal(done.status, 200)
  assert.match(done.text, /was changed/)

  assert.equal((await visitor.get(link)).status, 404, 'it works once')
  assert.equal((await visitor.get(second)).status, 404, 'the other one is spent with it')
  assert.equal((await browser.get('/')).status, 303, 'the session has ended')
  assert.equal(await logIn(new PageVisitor(api.url), ann.email, 'the old password'), 401)
  assert.equal(await logIn(new PageVisitor(api.url), ann.email, pass), 303)
  assert.equal((await signedFetch(api, ann, 'GET', '/v2/self')).status, 200)
  assert.match((await api.mail(ann.email)).subject, /was changed/)
  assert.ok(forgotten.includes(ann.email))
})

test('password reset: revokes tokens and consents if requested', async () => {
  const bearer = await bearerOf(api, ann.id)
  const { consumerKey } = api.account
  const consent = { userId: ann.id, consumerKey, offered: [], granted: [], createdAt: 1 }
  await api.platform.store.consents.put(consent)
  await askFor(ann.email, { drop_tokens: 'true' })
  const link = linkIn(await api.mail(ann.email))
  await visitor.get(link)
  assert.equal((await visitor.send(link, { pass, pass2: pass })).status, 200)
  assert.equal((await signedFetch(api, ann, 'GET', '/v2/self')).status, 401)
  assert.equal((await signedFetch({ url: api.bridge }, bearer, 'GET', '/v2/self')).status, 401)
  assert.equal(await api.platform.store.consents.find(ann.id, consumerKey), undefined)
})

test('password reset: a link expires after an hour, and an unknown one is refused', async () => {
  await askFor(ann.email)
  const link = linkIn(await api.mail(ann.email))
  const { clock } = api.platform
  api.platform.clock = () => clock() + 3_600_001
  try {
    assert.equal((await visitor.get(link)).status, 404)
  } finally {
    api.platform.clock = clock
  }
  await visitor.get(link)
  assert.equal((await visitor.get(`${path}/made-up`)).status, 404)
  const answer = await visitor.post(`${path}/made-up`, { pass, pass2: pass })
  assert.equal(answer.status, 403, 'and without our form it is not even looked at')
})

test('password reset: is rate limited for known and unknown addresses alike', async () => {
  for (const login of [ann.email, 'nobody@people.test']) {
    const statuses: number[] = []
    for (let tries = 0; tries < 7; tries++) statuses.push((await askFor(login)).status)
    assert.deepEqual([statuses[0], statuses.at(-1)], [200, 429])
  }
})
