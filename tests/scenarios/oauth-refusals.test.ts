import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { changeConsumer, deleteConsumer } from '#platform/identity/access/consumers/consumers.ts'
import {
  allow,
  authorizePath,
  loggedInVisitor,
  registerProgram,
  ThirdParty,
} from '#tests/support/people/third-party.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import type { PageVisitor } from '#tests/support/visitors/page-visitor.ts'

let api: TestApi
let program: ThirdParty
let visitor: PageVisitor

before(async () => {
  api = await openTestApi()
  program = await registerProgram(api, ['access_personal_information', 'access_organisations'])
  visitor = await loggedInVisitor(api.url, api.account.email, api.account.password)
})
after(() => api?.[Symbol.asyncDispose]())

const clock = () => Date.now()
const policies = () => ({ ...api.platform.policies, tokensAcrossConsumers: true })
afterEach(() => {
  api.platform.clock = clock
  api.platform.policies = policies()
})

async function refused(asking: Promise<Response>, status: number, sentence: RegExp) {
  const answer = await asking
  const { message } = (await answer.json()) as { message: string }
  assert.equal(answer.status, status, message)
  assert.match(message, sentence)
}

/** Access token of a complete OAuth flow. */
async function danced(by = program) {
  const request = await by.requestToken()
  return by.accessToken(request, await allow(visitor, request.token))
}

test('OAuth refusals: an unknown consumer and a wrong secret are indistinguishable, and an unknown method gets the list', async () => {
  const { key } = program.consumer
  const unknown = new ThirdParty(api.url, { key: 'unknown', secret: 's' }, program.callback)
  const wrong = new ThirdParty(api.url, { key, secret: 'wrong' }, program.callback)
  for (const method of [undefined, 'PLAINTEXT', 'HMAC-SHA1', 'HMAC-SHA512'] as const) {
    await refused(
      unknown.begin({ method }),
      401,
      /Your login has expired or was revoked, or the signature is wrong/,
    )
    await refused(
      wrong.begin({ method }),
      401,
      /Your login has expired or was revoked, or the signature is wrong/,
    )
  }
  const parameters = { oauth_signature_method: 'RSA-SHA1' }
  await refused(
    program.begin({ method: 'PLAINTEXT', parameters }),
    401,
    /PLAINTEXT, HMAC-SHA1, HMAC-SHA512/,
  )
})

for (const [sentence, callback] of [
  ['on another host', 'https://elsewhere.test/back'],
  ['on a host below the right one', 'https://www.program.test/back'],
  ['on a host that begins the same', 'https://program.test.elsewhere.test/'],
  ['that hides another host behind a user', 'https://program.test@elsewhere.test/'],
  ['that hides another host behind a backslash', 'https://elsewhere.test\\@program.test/'],
  ['that is no web address', 'javascript:alert(1)'],
  ['that is no address', 'back'],
  ['on this machine, which the consumer is not', 'http://localhost/back'],
] as const) {
  test(`OAuth callback: one ${sentence} is refused`, async () => {
    await refused(
      program.begin({ parameters: { oauth_callback: callback } }),
      400,
      /oauth_callback/,
    )
  })
}

test('OAuth callback: a request without one is refused', async () => {
  await refused(
    program.begin({ parameters: { oauth_callback: '' } }),
    400,
    /oauth_callback is missing/,
  )
})

test("OAuth callback: a program on the user's machine may use any free port", async () => {
  const local = await registerProgram(api, ['access_organisations'], 'http://localhost:3000')
  const at = (oauth_callback: string) => local.begin({ parameters: { oauth_callback } })
  assert.equal((await at('http://localhost:51234/done')).status, 200)
  assert.equal((await at('https://localhost:51234/done')).status, 200)
  await refused(at('http://elsewhere.test:3000/'), 400, /base URL/)
})

test('OAuth callback: the consumer of the command-line tools may use this machine only', async () => {
  const { consumerKey: key, consumerSecret: secret } = api.account
  const tool = new ThirdParty(api.url, { key, secret }, 'http://127.0.0.1:9/')
  assert.equal((await tool.begin()).status, 200)
  const parameters = { oauth_callback: 'https://elsewhere.test/' }
  await refused(tool.begin({ parameters }), 400, /base URL/)
})

test('OAuth refusals: a consumer without rights cannot request a token', async () => {
  await refused((await registerProgram(api, [])).begin(), 400, /no right/)
})

test('OAuth nonce: works once, whatever the endpoint', async () => {
  const parameters = {
    oauth_nonce: 'the-same',
    oauth_timestamp: String(Math.floor(Date.now() / 1000)),
  }
  for (const method of ['PLAINTEXT', 'HMAC-SHA512'] as const) {
    const mine = { ...parameters, oauth_nonce: `${method} once` }
    assert.equal((await program.begin({ method, parameters: mine })).status, 200)
    await refused(program.begin({ method, parameters: mine }), 401, /nonce was used/)
  }
  const access = await danced()
  assert.equal((await program.call('GET', '/v2/self', access, { parameters })).status, 200)
  await refused(program.call('GET', '/v2/self', access, { parameters }), 401, /nonce was used/)
})

for (const [sentence, timestamp] of [
  ['from the future', () => String(Math.floor(Date.now() / 1000) + 900)],
  ['from the past', () => String(Math.floor(Date.now() / 1000) - 900)],
  ['that is no number', () => 'now'],
  ['in a form of JavaScript', () => `0x${Math.floor(Date.now() / 1000).toString(16)}`],
] as const) {
  test(`OAuth timestamp: one ${sentence} is refused`, async () => {
    const parameters = { oauth_timestamp: timestamp() }
    for (const method of ['PLAINTEXT', 'HMAC-SHA1'] as const) {
      await refused(program.begin({ method, parameters }), 401, /timestamp/)
    }
  })
}

test('request token: expires after ten minutes, for the user and for the consumer', async () => {
  const [early, late] = [await program.requestToken(), await program.requestToken()]
  const verifier = await allow(visitor, late.token)
  api.platform.clock = () => Date.now() + 10 * 60_000 + 1000
  const page = await visitor.get(authorizePath(early.token))
  assert.equal(page.status, 404)
  assert.match(page.text, /tart over/)
  const answer = await fetch(`${api.url}/v2/oauth/login_data?oauth_key=${early.token}`)
  assert.equal(answer.status, 404)
  await refused(program.end(late, verifier, { method: undefined }), 401, /expired/)
})

test('request token: is exchanged once', async () => {
  const request = await program.requestToken()
  const verifier = await allow(visitor, request.token)
  await program.accessToken(request, verifier)
  await refused(program.end(request, verifier), 401, /signature is wrong/)
})

test('request token: cannot be exchanged before the user has consented', async () => {
  const request = await program.requestToken()
  await refused(program.end(request, 'x'), 401, /not authorized this request/)
  const verifier = await allow(visitor, request.token)
  await program.accessToken(request, verifier)
})

test('OAuth verifier: belongs to its request token, and a wrong one can be corrected', async () => {
  const [one, other] = [await program.requestToken(), await program.requestToken()]
  const [ofOne, ofOther] = [await allow(visitor, one.token), await allow(visitor, other.token)]
  await refused(program.end(one, ofOther), 401, /verifier is wrong/)
  await program.accessToken(one, ofOne)
  await program.accessToken(other, ofOther)
})

test('OAuth verifier: five wrong ones invalidate the request token', async () => {
  const request = await program.requestToken()
  const verifier = await allow(visitor, request.token)
  for (let count = 0; count < 5; count++) {
    await refused(program.end(request, 'a guess'), 401, /verifier is wrong/)
  }
  await refused(program.end(request, verifier), 401, /request token is spent/)
  await refused(program.end(request, verifier), 401, /signature is wrong/)
})

test('OAuth callback: on the host of the base URL it may have another port and scheme', async () => {
  for (const oauth_callback of ['https://program.test:8443/back', 'http://program.test/back']) {
    assert.equal((await program.begin({ parameters: { oauth_callback } })).status, 200)
  }
})

test('request token: belongs to its consumer', async () => {
  const other = await registerProgram(api, ['access_organisations'])
  const request = await program.requestToken()
  const verifier = await allow(visitor, request.token)
  await refused(other.end(request, verifier), 401, /signature is wrong/)
  await program.accessToken(request, verifier)
})

test('OAuth refusals: an incomplete exchange is answered with what is missing', async () => {
  const request = await program.requestToken()
  await refused(program.end(request, ''), 400, /oauth_verifier/)
})

test('request token: is not accepted as an access token, nor the reverse', async () => {
  const request = await program.requestToken()
  await refused(program.call('GET', '/v2/self', request), 401, /signature is wrong/)
  await refused(program.end(await danced(), 'x'), 401, /signature is wrong/)
})

test('consumer: deleting it revokes its tokens, pending ones included', async () => {
  const doomed = await registerProgram(api, ['access_personal_information'])
  const access = await danced(doomed)
  const request = await doomed.requestToken()
  const verifier = await allow(visitor, request.token)
  const through = (at: ThirdParty) => at.call('GET', '/v2/self', access)
  assert.equal((await through(program)).status, 200)
  await deleteConsumer(api.platform, api.account.organisationId, doomed.consumer.key)
  await refused(through(doomed), 401, /signature is wrong/)
  await refused(through(program), 401, /signature is wrong/)
  await refused(doomed.end(request, verifier), 401, /signature is wrong/)
  assert.equal((await visitor.get(authorizePath(request.token))).status, 404)
})

test('access token: works through another consumer unless the operator forbids it', async () => {
  const other = await registerProgram(api, ['access_personal_information'])
  const access = await danced()
  assert.equal((await other.call('GET', '/v2/self', access)).status, 200)
  api.platform.policies = { ...api.platform.policies, tokensAcrossConsumers: false }
  await refused(other.call('GET', '/v2/self', access), 401, /another consumer/)
  assert.equal((await program.call('GET', '/v2/self', access)).status, 200)
})

test('access token: through another consumer it has only the rights of both', async () => {
  const keys = await registerProgram(api, ['manage_ssh_keys', 'access_personal_information'])
  const access = await danced(keys)
  assert.equal((await keys.call('GET', '/v2/self/keys', access)).status, 200)
  await refused(program.call('GET', '/v2/self/keys', access), 403, /manage_ssh_keys/)
  await refused(program.call('GET', '/v2/organisations', access), 403, /access_organisations/)
  assert.equal((await program.call('GET', '/v2/self', access)).status, 200)
})

test('consumer: a removed right is gone from its tokens at once', async () => {
  const keys = await registerProgram(api, ['manage_ssh_keys', 'access_personal_information'])
  const access = await danced(keys)
  assert.equal((await keys.call('GET', '/v2/self/keys', access)).status, 200)
  const { organisationId } = api.account
  const change = { rights: ['access_personal_information'] } as const
  await changeConsumer(api.platform, organisationId, keys.consumer.key, change)
  await refused(keys.call('GET', '/v2/self/keys', access), 403, /manage_ssh_keys/)
  assert.equal((await keys.call('GET', '/v2/self', access)).status, 200)
})

test('consumer: added rights are not in earlier tokens', async () => {
  const grown = await registerProgram(api, ['access_personal_information'])
  const access = await danced(grown)
  const { organisationId } = api.account
  const change = { rights: ['access_personal_information', 'manage_ssh_keys'] } as const
  await changeConsumer(api.platform, organisationId, grown.consumer.key, change)
  await refused(grown.call('GET', '/v2/self/keys', access), 403, /manage_ssh_keys/)
})

test('OAuth flow: too many pending authorisations are rate limited', async () => {
  const eager = await registerProgram(api, ['access_organisations'])
  let last = 200
  for (let count = 0; count < 310 && last === 200; count++) {
    last = (await eager.begin({ method: undefined, place: 'form' })).status
  }
  assert.equal(last, 429)
})
