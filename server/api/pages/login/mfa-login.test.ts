import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createAttempts } from '#platform/identity/access/limits/create-attempts.ts'
import { newBackupCodes } from '#platform/identity/access/second-factor/backup-codes.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
} from '#platform/identity/access/second-factor/enrolment.ts'
import { stepAt } from '#platform/identity/access/second-factor/totp.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import { hashPassword } from '#tests/support/passwords.ts'
import { totp } from '#tests/support/people/authenticator.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { PageVisitor } from '#tests/support/visitors/page-visitor.ts'

let api: TestApi
let user: User
let secret: string
let backupCodes: string[]
let now: number
const path = '/v2/sessions/mfa_login'

before(async () => {
  api = await openTestApi()
  now = Date.now()
  api.platform.clock = () => now
  user = (await api.platform.store.users.findByEmail('admin@localhost')) as User
  secret = await beginSecondFactor(api.platform, user)
  backupCodes = await confirmSecondFactor(api.platform, user, { code: codeNow(), from: '' })
  now += 60_000
})
beforeEach(() => {
  api.platform.attempts = createAttempts(() => now)
})
after(() => api[Symbol.asyncDispose]())

const codeNow = () => totp(secret, stepAt(now))

const login = async (visitor: PageVisitor) => {
  await visitor.get('/v2/sessions/login')
  await visitor.send('/v2/sessions/login', {
    email: 'admin@localhost',
    pass: api.account.password,
  })
}

test('second factor page: a valid code completes the login and redirects to the destination', async () => {
  const visitor = new PageVisitor(api.url)
  await visitor.get('/v2/sessions/login?cli_token=a-token-made-up-by-the-tool')
  const fields = { email: 'admin@localhost', pass: api.account.password }
  const asked = await visitor.send('/v2/sessions/login', fields)
  assert.equal(asked.status, 200)
  assert.equal(asked.text.split('<form method="post" action="/v2/sessions/mfa_login">').length, 2)
  assert.match(asked.text, /<input type="hidden" name="auth_id" value="[^"]+">/)
  assert.equal(visitor.cookies.has('ccid'), false, 'the password alone opens nothing')
  const done = await visitor.send(path, { mfa_attempt: ` ${codeNow()} ` })
  assert.equal(done.status, 303)
  assert.equal(done.location, '/cli-oauth?cli_token=a-token-made-up-by-the-tool')
  assert.equal(await visitor.whoIsHere(), 'admin@localhost')
})

test('second factor page: the final response sets the session cookie alone', async () => {
  now += 60_000
  const visitor = new PageVisitor(api.url)
  await login(visitor)
  assert.equal(visitor.cookies.has('berth_second_factor'), true)
  const done = await visitor.send(path, { mfa_attempt: codeNow() })
  assert.match(done.headers.get('set-cookie') ?? '', /^ccid=[^,]+$/)
  await visitor.follow(done)
  assert.equal(visitor.cookies.has('berth_second_factor'), false)
  assert.equal(visitor.cookies.has('ccid'), true)
})

test('second factor page: a code works once', async () => {
  const visitor = new PageVisitor(api.url)
  await login(visitor)
  const again = await visitor.send(path, { mfa_attempt: codeNow() })
  assert.equal(again.status, 401)
  assert.match(again.text, /already used/)
  now += 30_000
  assert.equal((await visitor.send(path, { mfa_attempt: codeNow() })).status, 303)
})

test('second factor page: a backup code works once, in any case, with a notification by e-mail', async () => {
  const [code = ''] = backupCodes
  const visitor = new PageVisitor(api.url)
  await login(visitor)
  assert.equal((await visitor.send(path, { mfa_attempt: code.toUpperCase() })).status, 303)
  const other = new PageVisitor(api.url)
  await login(other)
  assert.equal((await other.send(path, { mfa_attempt: code })).status, 401)
  await api.mail('admin@localhost')
  assert.match((await api.mail('admin@localhost')).text, /with one of its backup codes/)
  const left = await api.platform.store.backupCodes.listOf(user.id)
  assert.equal(left.length, 9)
})

test('second factor page: a client that omits auth_id is identified by its cookie', async () => {
  now += 30_000
  const visitor = new PageVisitor(api.url)
  await login(visitor)
  const answer = await fetch(api.url + path, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ mfa_attempt: codeNow(), mfa_kind: 'TOTP', email: user.email }),
    headers: {
      cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  })
  assert.equal(answer.status, 303)
})

test('second factor page: a code without a preceding password is refused', async () => {
  now += 30_000
  const body = new URLSearchParams({ mfa_attempt: codeNow(), email: user.email, auth_id: 'x.y' })
  const answer = await fetch(api.url + path, { method: 'POST', body })
  assert.equal(answer.status, 401)
})

test('second factor page: the pending login expires, and a new password ends it', async () => {
  const slow = new PageVisitor(api.url)
  await login(slow)
  now += 301_000
  const late = await slow.send(path, { mfa_attempt: codeNow() })
  assert.equal(late.status, 401)
  assert.match(late.text, /timed out/)
  assert.doesNotMatch(late.text, /<form/)
  await login(slow)
  const passwordHash = await hashPassword(api.account.password)
  await api.platform.store.users.change(user.id, { passwordHash })
  assert.equal((await slow.send(path, { mfa_attempt: codeNow() })).status, 401)
})

test('second factor page: wrong codes are audited and soon rate limited', async () => {
  const visitor = new PageVisitor(api.url)
  await login(visitor)
  const statuses: number[] = []
  for (const code of [...newBackupCodes(), '000000', '000001']) {
    statuses.push((await visitor.send(path, { mfa_attempt: code })).status)
  }
  assert.equal(statuses[0], 401)
  assert.equal(statuses.at(-1), 429)
  const [entry] = await api.platform.store.audit.listOf(user.id, { limit: 1 })
  assert.deepEqual([entry?.action, entry?.outcome], ['session.open', 'refused'])
})
