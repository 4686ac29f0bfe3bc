import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { confirmCliLogin } from '#platform/identity/access/login/cli-logins.ts'
import { openSession } from '#platform/identity/access/login/sessions.ts'
import { agree } from '#platform/identity/access/oauth1/authorize.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
} from '#platform/identity/access/second-factor/enrolment.ts'
import { stepAt } from '#platform/identity/access/second-factor/totp.ts'
import { revokeAccessTokens } from '#platform/identity/access/tokens/revoke-access-tokens.ts'
import { pageOf } from '#tests/laws/matrix/scene.ts'
import { hashPassword } from '#tests/support/passwords.ts'
import { totp } from '#tests/support/people/authenticator.ts'
import { callerFor } from '#tests/support/people/named-people.ts'
import { type Person, somebody, tokenOf } from '#tests/support/people/people.ts'
import { allow, loggedInVisitor, registerProgram } from '#tests/support/people/third-party.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'

/** Attacks with stolen, pending or half-finished credentials. */
let api: TestApi
let victim: Person
const password = 'correct horse battery'

before(async () => {
  api = await openTestApi()
  victim = await somebody(api, { passwordHash: await hashPassword(password) })
})
after(() => api?.[Symbol.asyncDispose]())

const enrolment = '/v2/self/mfa/TOTP'

test('second factor: a stolen session can neither read nor end a pending enrolment', async () => {
  const owner = await somebody(api, { passwordHash: await hashPassword(password) })
  const session = await pageOf(api, owner.id)
  const ask = async (method: string, path: string, pass?: string, body?: object) => {
    const known = pass && { 'x-clever-password': Buffer.from(pass).toString('base64') }
    const answer = await fetch(api.url + path, {
      method,
      headers: { ...session, ...known, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, text: await answer.text() }
  }
  const begun = await ask('POST', enrolment, password)
  const { url } = JSON.parse(begun.text) as { url: string }
  const secret = new URL(url).searchParams.get('secret') ?? assert.fail('no secret')
  const code = totp(secret, stepAt(Date.now()))

  const confirmation = `${enrolment}/confirmation`
  const looks = [
    await ask('POST', enrolment),
    await ask('POST', enrolment, 'a guess'),
    await ask('POST', confirmation, undefined, { code }),
    await ask('POST', confirmation, 'a guess', { code }),
    await ask('GET', `${enrolment}/backupcodes`),
    await ask('GET', '/v2/self'),
  ]
  for (const { text } of looks) assert.ok(!text.includes(secret))
  assert.deepEqual(
    looks.map(({ status }) => status),
    [401, 401, 401, 401, 401, 200],
  )
  assert.equal((await ask('POST', confirmation, password, { code: '000000' })).status, 400)
  const done = await ask('POST', confirmation, password, { code })
  assert.equal(done.status, 200, 'its owner may try again')
})

test('OAuth consent: revoked before the token exchange, it yields no token', async () => {
  const program = await registerProgram(api, ['access_personal_information'])
  const visitor = await loggedInVisitor(api.url, victim.email, password)
  const request = await program.requestToken()
  const verifier = await allow(visitor, request.token)
  await revokeAccessTokens(api.platform, victim.id)
  const answer = await program.end(request, verifier)
  assert.equal(answer.status, 401)
  assert.match(await answer.text(), /revoked the consent/)
  assert.deepEqual(await api.platform.store.accessTokens.listOf(victim.id), [])
})

const callerBy = ({ id, token }: Pick<Person, 'id' | 'token'>) => ({
  ...callerFor(id),
  credentialId: token,
})

test('CLI login: only its user can confirm it, and a second confirmation is a conflict', async () => {
  const { platform } = api
  const [owner, attacker] = [await somebody(api), await somebody(api)]
  const cliToken = 'a-token-of-a-tool-1234'
  await confirmCliLogin(platform, { cliToken, caller: callerBy(owner) })
  for (const who of [attacker, owner]) {
    const again = confirmCliLogin(platform, { cliToken, caller: callerBy(who) })
    await assert.rejects(again, { kind: 'conflict' })
  }
  const answer = await fetch(`${api.url}/v2/self/cli_tokens?cli_token=${cliToken}`)
  const { token } = (await answer.json()) as { token: string }
  assert.equal((await platform.store.accessTokens.find(token))?.userId, owner.id)
})

/** Makes the platform's next check of a password last until something has happened in between. */
function duringNextCheck(meanwhile: () => Promise<unknown>) {
  const { platform } = api
  const { passwords } = platform
  const original = { ...passwords }
  platform.passwords = {
    ...original,
    async verify(given, hash) {
      platform.passwords = original
      const isRight = await original.verify(given, hash)
      await meanwhile()
      return isRight
    },
  }
}

test('password change: a login, an API token, a deletion or another change that was under way gets nothing', async () => {
  const { platform } = api
  const { store } = platform
  const confirmed = async (id: Person['id'], method: string, path: string) => {
    const { authorization } = await tokenOf(api, id)
    const pass = Buffer.from(password).toString('base64')
    return api.ask(api.url + path, {
      method,
      headers: { authorization, 'x-clever-password': pass },
    })
  }
  const tries: [string, (email: string, id: Person['id']) => Promise<{ status: number }>][] = [
    [
      'login',
      (email) =>
        api.ask(`${api.url}/v2/sessions/login`, {
          method: 'POST',
          body: new URLSearchParams({ email, pass: password }),
          redirect: 'manual',
        }),
    ],
    [
      'API token',
      (email) =>
        api.ask(`${api.bridge}/api-tokens`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email, password, name: 'mine' }),
        }),
    ],
    [
      'password',
      async (_, id) => {
        const { authorization } = await tokenOf(api, id)
        return api.ask(`${api.url}/v2/self/change_password`, {
          method: 'PUT',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ oldPassword: password, newPassword: 'what the thief wants' }),
        })
      },
    ],
    ['deletion', (_, id) => confirmed(id, 'DELETE', '/v2/self')],
    [
      'end of the second factor',
      async (_, userId) => {
        await store.secondFactors.put({ userId, secret: 'A', confirmedAt: 1 })
        const answer = await confirmed(userId, 'DELETE', enrolment)
        assert.ok(await store.secondFactors.find(userId))
        return answer
      },
    ],
  ]
  for (const [wanted, attempt] of tries) {
    const { id, email } = await somebody(api, { passwordHash: await hashPassword(password) })
    const passwordHash = await hashPassword('chosen by the owner')
    duringNextCheck(() => store.users.change(id, { passwordHash }))
    assert.equal((await attempt(email, id)).status, 401, wanted)
    const issued = [...(await store.sessions.listOf(id)), ...(await store.apiTokens.listOf(id))]
    assert.deepEqual(issued, [], wanted)
    assert.equal((await store.users.find(id))?.passwordHash, passwordHash, wanted)
  }
})

test('second factor: a login that was under way without one gets no session', async () => {
  const { platform } = api
  const { id: userId } = await somebody(api)
  const user = (await platform.store.users.find(userId)) ?? assert.fail()
  await platform.store.secondFactors.put({ userId, secret: 'A', confirmedAt: 1 })
  const login = (isSecondFactorPassed: boolean) =>
    openSession(
      platform,
      { user, isSecondFactorPassed },
      { from: '192.0.2.1', browser: '', system: '' },
    )
  await assert.rejects(login(false), { kind: 'unauthenticated' })
  await login(true)
})

test('revoked session: what it was about to grant is not granted', async () => {
  const { platform } = api
  const thief = await somebody(api)
  const caller = callerBy(thief)
  await revokeAccessTokens(platform, thief.id)
  const cliToken = 'a-token-of-a-tool-5678'
  await assert.rejects(confirmCliLogin(platform, { cliToken, caller }), { kind: 'unauthenticated' })
  const program = await registerProgram(api, ['access_personal_information'])
  const { token } = await program.requestToken()
  const requestToken = (await platform.store.requestTokens.find(token)) ?? assert.fail()
  const consumer = (await platform.store.consumers.find(program.consumer.key)) ?? assert.fail()
  const pending = { requestToken, consumer }
  const agreeing = agree(platform, pending, caller, ['access_personal_information'])
  await assert.rejects(agreeing, { kind: 'unauthenticated' })
  assert.deepEqual(await platform.store.consents.listOf(thief.id), [])
})

test('second factor: a second enrolment neither replaces nor becomes the one that is being confirmed', async () => {
  const { platform } = api
  const { store } = platform
  const { id } = await somebody(api)
  const user = (await store.users.find(id)) ?? assert.fail()
  const secret = await beginSecondFactor(platform, user)
  const spendStep = store.secondFactors.spendStep.bind(store.secondFactors)
  let other = ''
  store.secondFactors.spendStep = async (...step) => {
    other = await beginSecondFactor(platform, user)
    return spendStep(...step)
  }
  const code = totp(secret, stepAt(Date.now()))
  const confirming = confirmSecondFactor(platform, user, { code, from: '192.0.2.1' })
  await assert.rejects(confirming, { kind: 'conflict' }).finally(() => {
    store.secondFactors.spendStep = spendStep
  })
  const left = await store.secondFactors.find(id)
  assert.deepEqual([left?.secret, left?.confirmedAt], [other, null])
})
