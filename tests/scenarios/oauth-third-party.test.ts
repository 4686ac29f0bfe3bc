import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Credentials, ThirdParty } from '#tests/support/people/third-party.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** A third-party program with a real server: it knows only a consumer's key and secret. */
let berth: TestBerth

before(async () => {
  berth = await TestBerth.start({ BERTH_CONSUMERS: 'public-tool:public-secret' })
})
after(() => berth?.[Symbol.asyncDispose]())

/** Logs in and consents with cookies alone; returns the callback's parameters. */
async function agreeWithoutBrowser(requestToken: string, rights: Record<string, string>) {
  const { api } = berth.addresses
  const post = (path: string, fields: Record<string, string>, cookie = '') =>
    fetch(api + path, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields),
      headers: { cookie },
    })
  const login = await post('/v2/sessions/login', {
    email: berth.admin.email,
    pass: berth.admin.password,
    from_authorize: 'true',
  })
  assert.equal(login.status, 303, await login.text())
  const [session = ''] = login.headers
    .getSetCookie()
    .filter((line) => line.startsWith('ccid='))
    .map((line) => line.split(';')[0] ?? '')
  const answer = await post('/v2/oauth/authorize', rights, `${session}; cctk=${requestToken}`)
  assert.equal(answer.status, 303, await answer.text())
  return new URL(answer.headers.get('location') ?? '')
}

test('third-party program: gets an access token with the rights that the user granted', async () => {
  const { client, admin } = berth
  const { key } = await client.consumers.create(admin.organisationId, {
    name: 'Theirs',
    description: '',
    url: '',
    picture: '',
    baseUrl: 'http://localhost:3000',
    rights: { access_personal_information: true, manage_ssh_keys: true },
  })
  const { secret } = await client.consumers.secret(admin.organisationId, key)
  const program = new ThirdParty(
    berth.addresses.api,
    { key, secret },
    'http://localhost:51000/back?kept=1',
  )
  const request = await program.requestToken()
  const callback = await agreeWithoutBrowser(request.token, { access_personal_information: 'on' })
  assert.equal(callback.host, 'localhost:51000')
  assert.equal(callback.searchParams.get('kept'), '1')
  assert.equal(callback.searchParams.get('oauth_token'), request.token)
  const verifier = callback.searchParams.get('oauth_verifier') ?? ''
  const access: Credentials = await program.accessToken(request, verifier)
  const self = (await (await program.call('GET', '/v2/self', access)).json()) as { id: string }
  assert.equal(self.id, callback.searchParams.get('user'))
  assert.equal((await program.call('GET', '/v2/self/keys', access)).status, 403)
  const shared = `/v2/organisations/${admin.organisationId}/applications`
  assert.equal((await program.call('GET', shared, access)).status, 403)

  const ended = await program.call('DELETE', `/v2/self/tokens/${access.token}`, access)
  assert.equal(ended.status, 200)
  assert.equal((await program.call('GET', '/v2/self', access)).status, 401)
})

test("third-party program: a consumer from the operator's settings works, until it is removed there", async () => {
  const tool = new ThirdParty(
    berth.addresses.api,
    { key: 'public-tool', secret: 'public-secret' },
    'http://127.0.0.1:51000/',
  )
  const request = await tool.requestToken()
  const callback = await agreeWithoutBrowser(request.token, { almighty: 'on' })
  const verifier = callback.searchParams.get('oauth_verifier') ?? ''
  const access = await tool.accessToken(request, verifier)
  assert.equal((await tool.call('GET', '/v2/self', access)).status, 200)
  await berth.signal('SIGTERM')
  delete berth.settings.BERTH_CONSUMERS
  await berth.start()
  assert.equal((await tool.call('GET', '/v2/self', access)).status, 401)
  assert.equal((await berth.client.self.get()).email, berth.admin.email)
})
