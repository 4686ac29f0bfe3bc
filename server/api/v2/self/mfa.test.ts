import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { systemClock } from '#kit/concurrency/clock.ts'
import { createAttempts } from '#platform/identity/access/limits/create-attempts.ts'
import { stepAt } from '#platform/identity/access/second-factor/totp.ts'
import type { UserId } from '#platform/model/ids.ts'
import { totp } from '#tests/support/people/authenticator.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { PageVisitor } from '#tests/support/visitors/page-visitor.ts'

let api: TestApi
let url: URL
let userId: UserId
const path = '/v2/self/mfa/TOTP'

before(async () => {
  api = await openTestApi()
  userId = (await api.platform.store.users.findByEmail('admin@localhost'))?.id ?? 'user_nobody'
})
beforeEach(() => {
  api.platform.attempts = createAttempts(systemClock)
})
after(() => api[Symbol.asyncDispose]())

async function ask(
  method: string,
  at: string,
  { body, password = api.account.password }: { body?: unknown; password?: string } = {},
) {
  const { consumerKey, consumerSecret, token, secret } = api.account
  const answer = await fetch(api.url + at, {
    method,
    headers: {
      authorization: `OAuth oauth_consumer_key="${consumerKey}", oauth_token="${token}", oauth_signature="${consumerSecret}%26${secret}"`,
      'content-type': 'application/json',
      'x-clever-password': Buffer.from(password).toString('base64'),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const json = (await answer.json()) as { url: string; qr: string[] }
  return { status: answer.status, json }
}

/** Code of a later time step, because each code works once. */
const codeIn = (steps: number) =>
  totp(url.searchParams.get('secret') ?? '', stepAt(Date.now()) + steps)

const codesOf = (json: unknown) => (json as unknown as { code: string }[]).map(({ code }) => code)

test('second factor API: every call needs the password', async () => {
  for (const [method, at] of [
    ['POST', path],
    ['PUT', path],
    ['DELETE', path],
    ['POST', `${path}/confirmation`],
    ['GET', `${path}/backupcodes`],
    ['POST', `${path}/backupcodes`],
  ] as const) {
    const body = { code: '', favourite: true }
    const given = method === 'GET' ? {} : { body }
    assert.equal((await ask(method, at, { ...given, password: 'wrong' })).status, 401, at)
  }
  assert.equal(await api.platform.store.secondFactors.find(userId), undefined)
})

test('second factor API: enrolment returns the otpauth URL and its QR code', async () => {
  const { status, json } = await ask('POST', path)
  assert.equal(status, 200)
  url = new URL(json.url)
  assert.equal(url.protocol, 'otpauth:')
  assert.equal(url.searchParams.get('issuer'), 'Berth api.example.test')
  assert.equal(url.searchParams.get('algorithm'), 'SHA1')
  assert.match(json.url, /^otpauth:\/\/totp\/Berth%20api\.example\.test:admin%40localhost\?/)
  assert.match(json.qr[0] ?? '', /^1{7}0[01]*01{7}$/)
})

test('second factor API: another kind is reported as missing', async () => {
  assert.equal((await ask('POST', '/v2/self/mfa/SMS')).status, 404)
})

test('second factor API: nothing changes before the confirmation', async () => {
  const visitor = new PageVisitor(api.url)
  const credentials = { email: 'admin@localhost', pass: api.account.password }
  await visitor.get('/v2/sessions/login')
  assert.equal((await visitor.send('/v2/sessions/login', credentials)).status, 303)
  assert.equal((await ask('GET', `${path}/backupcodes`)).status, 404)
  assert.equal((await ask('PUT', path, { body: { favourite: true } })).status, 404)
  assert.equal((await ask('DELETE', path)).status, 404)
})

test('second factor API: a wrong code is refused; the right one confirms and revokes earlier credentials', async () => {
  const { store } = api.platform
  const confirm = (code: string) =>
    ask('POST', `${path}/confirmation`, { body: { code, revokeTokens: true } })
  assert.equal((await confirm(codeIn(5))).status, 400)
  const visitor = new PageVisitor(api.url)
  await visitor.get('/v2/sessions/login')
  const credentials = { email: 'admin@localhost', pass: api.account.password }
  await visitor.send('/v2/sessions/login', credentials)
  assert.equal((await confirm(codeIn(0))).status, 200)
  assert.equal((await visitor.get('/')).status, 303, 'the session in the browser has ended')
  assert.equal((await store.accessTokens.listOf(userId)).length, 1, 'ours is left')
  assert.match((await api.mail('admin@localhost')).text, /second factor was turned on/)
  assert.equal((await confirm(codeIn(1))).status, 409)
  assert.equal((await ask('POST', path)).status, 409, 'a confirmed one is not replaced')
})

test('second factor API: ten backup codes are listed, and renewed', async () => {
  const first = codesOf((await ask('GET', `${path}/backupcodes`)).json)
  assert.equal(new Set(first).size, 10)
  const second = codesOf((await ask('POST', `${path}/backupcodes`)).json)
  assert.equal(new Set([...first, ...second]).size, 20)
  const shown = codesOf((await ask('GET', `${path}/backupcodes`)).json)
  assert.deepEqual(shown.toSorted(), second.toSorted())
})

test('second factor API: once removed the password suffices again', async () => {
  assert.equal((await ask('DELETE', path)).status, 200)
  const visitor = new PageVisitor(api.url)
  await visitor.get('/v2/sessions/login')
  const credentials = { email: 'admin@localhost', pass: api.account.password }
  assert.equal((await visitor.send('/v2/sessions/login', credentials)).status, 303)
  assert.deepEqual(await api.platform.store.backupCodes.listOf(userId), [])
})

test("second factor API: every change is in the user's audit log", async () => {
  const entries = await api.platform.store.audit.listOf(userId, { limit: 50 })
  const done = entries.filter(({ outcome }) => outcome === 'done').map(({ action }) => action)
  for (const verb of ['begin', 'confirm', 'renew-codes', 'remove']) {
    assert.ok(done.includes(`second-factor.${verb}`), verb)
  }
  assert.doesNotMatch(JSON.stringify(entries), new RegExp(url.searchParams.get('secret') ?? ''))
})

test('second factor API: successful calls do not use up the limit of attempts', async () => {
  for (let count = 0; count < 4; count++) {
    url = new URL((await ask('POST', path)).json.url)
    const body = { code: codeIn(0) }
    assert.equal((await ask('POST', `${path}/confirmation`, { body })).status, 200)
    assert.equal((await ask('GET', `${path}/backupcodes`)).status, 200)
    assert.equal((await ask('DELETE', path)).status, 200)
  }
})
