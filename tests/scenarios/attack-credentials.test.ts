import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { confirmCliLogin } from '#platform/access/login/cli-logins.ts'
import { stepAt, totp } from '#platform/access/second-factor/totp.ts'
import { revokeAccessTokens } from '#platform/access/tokens/revoke-access-tokens.ts'
import { pageOf } from '#tests/laws/matrix/scene.ts'
import { hashPassword } from '#tests/support/passwords.ts'
import { type Person, somebody } from '#tests/support/people/people.ts'
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

test('CLI login: only its user can confirm it, and a second confirmation is a conflict', async () => {
  const { platform } = api
  const attacker = await somebody(api)
  const cliToken = 'a-token-of-a-tool-1234'
  await confirmCliLogin(platform, { cliToken, userId: victim.id })
  for (const userId of [attacker.id, victim.id]) {
    await assert.rejects(confirmCliLogin(platform, { cliToken, userId }), { kind: 'conflict' })
  }
  const answer = await fetch(`${api.url}/v2/self/cli_tokens?cli_token=${cliToken}`)
  const { token } = (await answer.json()) as { token: string }
  assert.equal((await platform.store.accessTokens.find(token))?.userId, victim.id)
})
