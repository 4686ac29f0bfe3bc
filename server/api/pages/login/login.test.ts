import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { systemClock } from '#kit/concurrency/clock.ts'
import { newId } from '#kit/text/ids.ts'
import { createAttempts } from '#platform/identity/access/limits/create-attempts.ts'
import { newUser } from '#platform/model/identity/accounts/user.ts'
import { hashPassword } from '#tests/support/passwords.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { PageVisitor } from '#tests/support/visitors/page-visitor.ts'

let api: TestApi
const path = '/v2/sessions/login'

before(async () => {
  api = await openTestApi()
  const passwordHash = await hashPassword('the other password')
  await api.platform.store.users.add(
    newUser(newId('user'), { email: 'other@localhost', passwordHash }, Date.now()),
  )
})
after(() => api[Symbol.asyncDispose]())

const admin = () => ({ email: 'admin@localhost', pass: api.account.password })
const other = { email: 'other@localhost', pass: 'the other password' }

test('login page: has a labelled form and no external resources', async () => {
  const { status, text, headers } = await new PageVisitor(api.url).get(path)
  assert.equal(status, 200)
  assert.match(text, /<label for="email">/)
  assert.match(text, /<label for="pass">/)
  assert.doesNotMatch(text, /<script|style=|https?:\/\//)
  assert.doesNotMatch(headers.get('content-security-policy') ?? '', /unsafe/)
})

test('login page: the right password opens a session in an HttpOnly cookie', async () => {
  const visitor = new PageVisitor(api.url)
  await visitor.get(path)
  const { status, location, headers } = await visitor.send(path, admin())
  assert.deepEqual([status, location], [303, '/'])
  const [session] = headers.getSetCookie()
  assert.match(session ?? '', /^ccid=[^;,]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  assert.equal(await visitor.whoIsHere(), 'admin@localhost')
  assert.equal((await visitor.get(path)).location, '/', 'logged in already')
})

test('login page: a client without a browser logs in with the fields alone', async () => {
  const body = new URLSearchParams({ ...admin(), from_authorize: 'true' })
  const answer = await fetch(`${api.url}/v2/session/login`, {
    method: 'POST',
    body,
    redirect: 'manual',
  })
  assert.equal(answer.status, 303)
  const joined = answer.headers.get('set-cookie') ?? ''
  assert.match(joined, /^ccid=[^;,]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
})

test('login page: a wrong password and an unknown account get the same 401 page', async () => {
  const visitor = new PageVisitor(api.url)
  await visitor.get(path)
  const wrong = await visitor.send(path, { email: 'admin@localhost', pass: 'wrong' })
  const unknown = await visitor.send(path, { email: 'nobody@localhost', pass: 'wrong' })
  assert.deepEqual([wrong.status, unknown.status], [401, 401])
  assert.equal(wrong.text, unknown.text.replace('nobody@', 'admin@'))
  assert.match(wrong.text, /role="alert"/)
  assert.match(wrong.text, /aria-describedby="problem" autofocus/)
  assert.equal(visitor.cookies.has('ccid'), false)
  assert.equal((await visitor.send(path, admin())).status, 303, 'the form of that page works')
})

test('login page: carried fields are kept, and redirects lead to our own pages only', async () => {
  const visitor = new PageVisitor(api.url)
  const { text } = await visitor.get(`${path}?oauth_token=%22%3E%3Cb%3E&next=https://evil.test`)
  assert.doesNotMatch(text, /<b>|evil/)
  const { location } = await visitor.send(path, admin())
  assert.equal(location, '/v2/oauth/authorize?oauth_token=%22%3E%3Cb%3E')
})

test('login page: forms without CSRF token, or from another origin, are refused', async () => {
  const visitor = new PageVisitor(api.url)
  assert.equal((await visitor.post(path, admin())).status, 403)
  await visitor.get(path)
  const foreign = await fetch(api.url + path, {
    method: 'POST',
    body: new URLSearchParams(admin()),
    headers: { origin: 'https://evil.test' },
    redirect: 'manual',
  })
  assert.equal(foreign.status, 403)
})

test("login page: each login opens a new session and ends the browser's previous one", async () => {
  const visitor = new PageVisitor(api.url)
  await visitor.get(path)
  await visitor.send(path, admin())
  const planted = visitor.cookies.get('ccid') ?? ''
  await visitor.post(path, { ...other, csrf: await visitor.csrf() })
  assert.equal(await visitor.whoIsHere(), 'other@localhost')
  const thief = new PageVisitor(api.url)
  thief.cookies.set('ccid', planted)
  assert.equal((await thief.get('/')).location, path)
})

test('logout: ends the session, also for copies of the cookie', async () => {
  const visitor = new PageVisitor(api.url)
  await visitor.get(path)
  await visitor.send(path, admin())
  const copy = visitor.cookies.get('ccid') ?? ''
  const csrf = await visitor.csrf()
  assert.equal((await visitor.post('/v2/sessions/logout', { csrf })).location, path)
  visitor.cookies.set('ccid', copy)
  assert.equal((await visitor.get('/')).location, path)
})

test('session cookie: a forged or changed one is ignored', async () => {
  const visitor = new PageVisitor(api.url)
  for (const cookie of ['x', 'a.b', `${'a'.repeat(5000)}.b`]) {
    visitor.cookies.set('ccid', cookie)
    assert.equal((await visitor.get('/')).status, 303)
  }
})

test("login page: logins are in the user's audit log", async () => {
  const user = await api.platform.store.users.findByEmail('other@localhost')
  const entries = await api.platform.store.audit.listOf(user?.id ?? 'user_nobody', { limit: 10 })
  assert.deepEqual(
    entries.map(({ action, outcome, from }) => [action, outcome, from]),
    [['session.open', 'done', '127.0.0.1']],
  )
})

test('login page: right passwords do not use up the limit, wrong ones in between do', async () => {
  const post = async (pass: string) => {
    const body = new URLSearchParams({ ...admin(), pass })
    const { status } = await fetch(api.url + path, { method: 'POST', body, redirect: 'manual' })
    return status
  }
  api.platform.attempts = createAttempts(systemClock)
  for (let count = 0; count < 12; count++) assert.equal(await post(admin().pass), 303)
  for (let count = 0; count < 10; count++) {
    assert.equal(await post('wrong'), 401)
    if (count < 9) assert.equal(await post(admin().pass), 303)
  }
  assert.equal(await post('wrong'), 429)
  assert.equal(await post(admin().pass), 429, 'who has guessed too often learns nothing')
})

test('login page: is rate limited', async () => {
  const statuses: number[] = []
  for (let attempt = 0; attempt < 12; attempt++) {
    const body = new URLSearchParams({ email: 'tried@localhost', pass: 'wrong' })
    statuses.push((await fetch(api.url + path, { method: 'POST', body })).status)
  }
  assert.equal(statuses[0], 401)
  assert.equal(statuses.at(-1), 429)
})
