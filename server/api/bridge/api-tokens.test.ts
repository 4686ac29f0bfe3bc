import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { plaintextHeader, signedHeader } from '#client/http/node/oauth1.ts'
import { systemClock } from '#kit/concurrency/clock.ts'
import { digestOf } from '#kit/crypto/digest.ts'
import { newId } from '#kit/text/ids.ts'
import { createAttempts } from '#platform/identity/access/limits/create-attempts.ts'
import { checkSecondFactor } from '#platform/identity/access/second-factor/check.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
} from '#platform/identity/access/second-factor/enrolment.ts'
import { stepAt } from '#platform/identity/access/second-factor/totp.ts'
import { newUser } from '#platform/model/identity/accounts/user.ts'
import { parseUserId } from '#platform/model/ids.ts'
import { hashPassword } from '#tests/support/passwords.ts'
import { totp } from '#tests/support/people/authenticator.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'

let setup: TestApi
before(async () => {
  setup = await openTestApi()
})
// Rate limits are reset between tests.
beforeEach(() => {
  setup.platform.attempts = createAttempts(systemClock)
})
after(() => setup[Symbol.asyncDispose]())

interface Answer {
  status: number
  json: Record<string, string>
}

async function ask(
  method: string,
  path: string,
  {
    body,
    authorization,
    at = setup.bridge,
  }: { body?: unknown; authorization?: string; at?: string } = {},
): Promise<Answer> {
  const answer = await fetch(at + path, {
    method,
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, json: text === '' ? {} : JSON.parse(text) }
}

const signed = () => plaintextHeader(setup.account)
const bearer = (token: string | undefined) => `Bearer ${token}`
const create = (more: Record<string, unknown> = {}) => {
  const { email, password } = setup.account
  return ask('POST', '/api-tokens', { body: { email, password, name: 'ci', ...more } })
}
const list = async () =>
  (await ask('GET', '/api-tokens', { authorization: signed() })).json as unknown as Record<
    string,
    string
  >[]

/** Another user, with known e-mail address and password. */
async function stranger() {
  const id = newId('user')
  const [email, password] = [`${id}@x.test`, 'the right horse']
  const passwordHash = await hashPassword(password)
  await setup.platform.store.users.add(newUser(id, { email, passwordHash }, 1))
  return { id, email, password }
}

test('API tokens: the plaintext is returned once, with the record that clients know', async () => {
  const { status, json } = await create({ description: 'of the night', expirationDate: '12h' })
  assert.equal(status, 200)
  const { apiToken, apiTokenId, creationDate, expirationDate, ...others } = json
  assert.match(apiToken ?? '', /^berth_[A-Za-z0-9]{40}$/)
  assert.match(apiTokenId ?? '', /^api_tokens_[0-9a-f-]{36}$/)
  assert.equal(Date.parse(expirationDate ?? '') - Date.parse(creationDate ?? ''), 12 * 3_600_000)
  assert.deepEqual(others, { name: 'ci', description: 'of the night', state: 'ACTIVE' })

  const [first] = await list()
  const { userId, ...known } = first ?? {}
  assert.match(userId ?? '', /^user_/)
  assert.deepEqual(known, { apiTokenId, creationDate, expirationDate, ip: '127.0.0.1', ...others })
})

test('API tokens: a missing description is omitted from the record', async () => {
  for (const description of ['', null]) {
    assert.ok(!('description' in (await create({ description })).json))
  }
})

test("API tokens: the creation is in the user's audit log, authenticated by password", async () => {
  const { json } = await create()
  const { store } = setup.platform
  const [token] = await list()
  const [entry] = await store.audit.listOf(parseUserId(token?.userId ?? ''), { limit: 1 })
  assert.equal(entry?.action, 'api-token.create')
  assert.equal(entry?.target, json.apiTokenId)
  assert.equal(entry?.credential, 'password')
})

test('API tokens: only a digest is stored', async () => {
  const { json } = await create()
  const [token] = await setup.platform.store.apiTokens.listOf(
    parseUserId((await list())[0]?.userId ?? ''),
  )
  assert.equal(token?.digest, digestOf(json.apiToken ?? ''))
  assert.ok(!JSON.stringify(token).includes(json.apiToken ?? ''))
})

test('API tokens: a wrong password and an unknown address get the same 401 and error code', async () => {
  const wrong = await create({ password: 'wrong' })
  const unknown = await create({ email: 'nobody@x.test' })
  assert.equal(wrong.status, 401)
  assert.equal(wrong.json.code, 'invalid-credential')
  const named = ({ json: { code, error } }: Answer) => ({ code, error })
  assert.deepEqual(named(wrong), named(unknown))
  assert.deepEqual(Object.keys(wrong.json).sort(), ['apiRequestId', 'code', 'context', 'error'])
})

test('API tokens: a second factor needs a code, which creates one token even if used elsewhere', async (t) => {
  const { platform } = setup
  const { id, email, password } = await stranger()
  const user = (await platform.store.users.find(id)) ?? assert.fail()
  const secret = await beginSecondFactor(platform, user)
  // Time stands still: at the end of a step the earlier code would become invalid.
  const { clock } = platform
  const time = clock()
  platform.clock = () => time
  t.after(() => {
    platform.clock = clock
  })
  const now = stepAt(time)
  const [earlier, code] = [totp(secret, now - 1), totp(secret, now)]
  const [backupCode] = await confirmSecondFactor(platform, user, { code: earlier, from: '' })
  const refused: unknown[] = [undefined, null, '', '000000', totp(secret, now - 3)]
  for (const mfaCode of refused) {
    const { status, json } = await create({ email, password, mfaCode })
    assert.deepEqual([status, json.code], [401, 'invalid-mfa-code'], String(mfaCode))
  }
  const wrong = await create({ email, password: 'wrong', mfaCode: code })
  assert.equal(wrong.json.code, 'invalid-credential')
  const spentElsewhere = { code, purpose: 'login', from: '' } as const
  await checkSecondFactor(platform, user, spentElsewhere)
  for (const mfaCode of [earlier, code]) {
    assert.equal(
      (await create({ email, password, mfaCode })).status,
      200,
      'used at enrolment, at login',
    )
    assert.equal((await create({ email, password, mfaCode })).status, 401)
  }
  await assert.rejects(checkSecondFactor(platform, user, spentElsewhere), {
    kind: 'unauthenticated',
  })
  assert.equal((await create({ email, password, mfaCode: backupCode })).status, 200)
})

test('API tokens: are deleted with the account', async () => {
  const { id, email, password } = await stranger()
  const { apiToken } = (await create({ email, password })).json
  const self = () => ask('GET', '/v2/self', { authorization: bearer(apiToken) })
  assert.equal((await self()).status, 200)
  await setup.platform.store.users.remove(id)
  assert.equal((await self()).status, 401)
})

test('API tokens: invalid input is refused with its field', async () => {
  const bad: [Record<string, unknown>, RegExp][] = [
    [{ name: '' }, /name/],
    [{ name: '   ' }, /name/],
    [{ name: 'x'.repeat(101) }, /name/],
    [{ name: 'a\u0000b' }, /name/],
    [{ name: undefined }, /name/],
    [{ name: 5 }, /name/],
    [{ description: 'x'.repeat(1001) }, /description/],
    [{ expirationDate: '2y' }, /expiration/],
    [{ expirationDate: 'soon' }, /expiration/],
    [{ expirationDate: 12 }, /expiration/],
    [{ password: undefined }, /password/],
    [{ email: { $gt: '' } }, /email/],
  ]
  const before = (await list()).length
  for (const [more, field] of bad) {
    const { status, json } = await create(more)
    assert.equal(status, 400, JSON.stringify(more))
    assert.match(JSON.stringify(json.context), field)
  }
  assert.equal((await list()).length, before)
})

test('API tokens: are renamed and revoked by their user, with either kind of signature', async () => {
  const { json } = await create({ description: 'old' })
  const path = `/api-tokens/${json.apiTokenId}`
  const hmac = (method: string) => signedHeader(setup.account, method, new URL(path, setup.bridge))
  const renamed = await ask('PUT', path, {
    body: { name: 'new', description: '' },
    authorization: hmac('PUT'),
  })
  assert.equal(renamed.status, 204)
  const found = (await list()).find(({ apiTokenId }) => apiTokenId === json.apiTokenId)
  assert.equal(found?.name, 'new')
  assert.ok(found && !('description' in found))

  const self = () => ask('GET', '/v2/self', { authorization: bearer(json.apiToken) })
  assert.equal((await self()).status, 200)
  assert.equal((await ask('DELETE', path, { authorization: signed() })).status, 204)
  assert.equal((await self()).status, 401)
  assert.ok((await list()).every(({ apiTokenId }) => apiTokenId !== json.apiTokenId))
  assert.equal((await ask('DELETE', path, { authorization: signed() })).status, 404)
})

test("API tokens: another user's token is reported as missing and stays", async () => {
  const { email, password } = await stranger()
  const theirs = (await create({ email, password })).json
  for (const [method, body] of [
    ['PUT', { name: 'mine' }],
    ['DELETE', undefined],
  ] as const) {
    const asked = (id: string | undefined) =>
      ask(method, `/api-tokens/${id}`, { authorization: signed(), ...(body && { body }) })
    const [real, unknown] = [await asked(theirs.apiTokenId), await asked(newId('api_tokens'))]
    assert.equal(real.status, 404)
    const without = ({ json: { apiRequestId: _, ...more } }: Answer) =>
      JSON.stringify(more).replace(/api_tokens_[0-9a-f-]{36}/, '<id>')
    assert.equal(without(real), without(unknown))
  }
  assert.ok((await list()).every(({ apiTokenId }) => apiTokenId !== theirs.apiTokenId))
  const still = await ask('GET', '/v2/self', { authorization: bearer(theirs.apiToken) })
  assert.equal(still.json.email, email)
})

test('API tokens: an expired token is listed as such and not accepted', async () => {
  const { json } = await create()
  const userId = parseUserId((await list())[0]?.userId ?? '')
  const { store } = setup.platform
  const text = 'berth_old'
  await store.apiTokens.add({
    id: newId('api_tokens'),
    digest: digestOf(text),
    userId,
    name: 'old',
    description: '',
    createdAt: 1,
    expiresAt: Date.now() - 1,
    from: '127.0.0.1',
    lastUsedAt: 1,
  })
  const states = new Map((await list()).map(({ name, state }) => [name, state]))
  assert.equal(states.get('old'), 'EXPIRED')
  assert.equal((await ask('GET', '/v2/self', { authorization: bearer(text) })).status, 401)
  assert.equal((await ask('GET', '/v2/self', { authorization: bearer(json.apiToken) })).status, 200)
})

test('API tokens: a user has at most a hundred; expired ones are removed first', async () => {
  const { id, email, password } = await stranger()
  const { store } = setup.platform
  const add = (name: string, expiresAt: number) =>
    store.apiTokens.add({
      id: newId('api_tokens'),
      digest: name,
      userId: id,
      name,
      description: '',
      createdAt: 1,
      expiresAt,
      from: '',
      lastUsedAt: 1,
    })
  for (let count = 0; count < 99; count++) await add(`${id} ${count}`, Date.now() + 1e6)
  await add(`${id} old`, Date.now() - 1)
  assert.equal((await create({ email, password })).status, 200)
  const refused = await create({ email, password })
  assert.equal(refused.status, 409)
  assert.match(refused.json.error ?? '', /Revoke one first/)
  assert.equal((await store.apiTokens.listOf(id)).length, 100)
})

test('bridge: missing or wrong credentials get 401 in the error shape of the path', async () => {
  const headers = [undefined, 'Bearer', 'Bearer ', 'Bearer x', 'bearer berth_', 'Basic eDp4', 'x']
  for (const authorization of headers) {
    const more = authorization === undefined ? {} : { authorization }
    const v2 = await ask('GET', '/v2/self', more)
    assert.equal(v2.status, 401, authorization)
    assert.deepEqual(Object.keys(v2.json).sort(), ['id', 'message', 'type'])
    assert.equal((await ask('GET', '/api-tokens', more)).json.code?.startsWith('berth.'), true)
  }
})

test('bridge: each listener names the other to clients with the wrong kind of credential', async () => {
  const { json } = await create()
  const onBridge = await ask('GET', '/v2/self', { authorization: signed() })
  assert.equal(onBridge.status, 401)
  assert.match(onBridge.json.message ?? '', /https:\/\/api\.example\.test/)
  const onApi = await ask('GET', '/v2/self', {
    authorization: bearer(json.apiToken),
    at: setup.url,
  })
  assert.equal(onApi.status, 401)
  assert.match(onApi.json.message ?? '', /https:\/\/bridge\.example\.test/)
  assert.equal((await ask('GET', '/api-tokens', { at: setup.url })).status, 404)
})

test('API tokens: right passwords and codes do not count against the limit of guesses', async () => {
  const { email, password } = await stranger()
  for (let count = 0; count < 12; count++) {
    assert.equal((await create({ email, password })).status, 200)
  }
})

test('API tokens: guessing passwords is rate limited', async () => {
  const { email, password } = await stranger()
  const wrong = () => create({ email, password: 'wrong' })
  const statuses: number[] = []
  for (let count = 0; count < 12; count++) statuses.push((await wrong()).status)
  assert.equal(statuses.at(-1), 429)
  const limited = await create({ email, password })
  assert.equal(limited.status, 429)
  assert.equal(limited.json.code, 'berth.limited')
})
