import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { confirmCliLogin } from '#platform/access/login/cli-logins.ts'
import { revokeAccessTokens } from '#platform/access/tokens/revoke-access-tokens.ts'
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
after(() => api[Symbol.asyncDispose]())

const page = '/account/second-factor'

test('second factor: a stolen session can neither read nor end a pending enrolment', async () => {
  const owner = await loggedInVisitor(api.url, victim.email, password)
  await owner.get(page)
  const begun = await owner.send(page, { pass: password })
  const [, secret = ''] = /class="secret">([^<]+)</.exec(begun.text) ?? assert.fail('no secret')
  const proof = /name="begun" value="([^"]+)"/.exec(begun.text)?.[1] ?? assert.fail('no proof')

  const thief = await loggedInVisitor(api.url, victim.email, password)
  const looks = [
    await thief.get(`${page}?step=confirm`),
    await thief.send(page, { step: 'confirm', code: '000000' }),
    await thief.get(page),
    await thief.send(page, { step: 'confirm', code: '000000', begun: proof }),
  ]
  for (const { text } of looks) assert.ok(!text.includes(secret))
  assert.deepEqual(
    looks.map(({ status }) => status),
    [200, 401, 200, 401],
  )
  const again = await owner.send(page, { code: '000000' })
  assert.equal(again.status, 400)
  assert.ok(again.text.includes(secret), 'its owner may try again')
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
