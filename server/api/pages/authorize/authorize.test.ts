import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { changeConsumer } from '#platform/identity/access/consumers/consumers.ts'
import type { Right } from '#platform/model/identity/access/rights.ts'
import {
  allow,
  authorizePath,
  callbackOf,
  loggedInVisitor,
  registerProgram,
  ThirdParty,
  tickedOn,
} from '#tests/support/people/third-party.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import type { PageVisitor } from '#tests/support/visitors/page-visitor.ts'

let api: TestApi
let visitor: PageVisitor
const path = '/v2/oauth/authorize'
const rights: Right[] = ['access_personal_information', 'manage_ssh_keys']

before(async () => {
  api = await openTestApi()
  visitor = await loggedInVisitor(api.url, api.account.email, api.account.password)
})
after(() => api[Symbol.asyncDispose]())

const rightsChanged = (program: ThirdParty, rights: readonly Right[]) =>
  changeConsumer(api.platform, api.account.organisationId, program.consumer.key, { rights })

test('authorize page: names the consumer, its owner, the user and the requested rights in plain words', async () => {
  const program = await registerProgram(api, rights)
  const { token } = await program.requestToken()
  const { status, text, headers } = await visitor.get(authorizePath(token))
  assert.equal(status, 200)
  assert.match(text, /<strong>Their program<\/strong> \(program\.test\) of admin/)
  assert.match(text, /logged in as <strong>admin@localhost<\/strong>/)
  assert.match(text, /see, add and remove your SSH keys/)
  assert.match(text, /return to program\.test/)
  assert.equal(text.match(/<form method="post" action="\/v2\/oauth\/authorize">/g)?.length, 1)
  assert.deepEqual(Object.keys(tickedOn(text)), rights)
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /form-action 'self' https:\/\/program\.test;/)
  assert.doesNotMatch(text, /<script|<style|style=/)
})

test("authorize page: the consumer's name is escaped", async () => {
  const program = await registerProgram(api, rights)
  const name = '<script>alert(1)</script>'
  const { organisationId } = api.account
  await changeConsumer(api.platform, organisationId, program.consumer.key, {
    name,
    description: '"><img src=x>',
  })
  const { token } = await program.requestToken()
  const { text } = await visitor.get(authorizePath(token))
  assert.doesNotMatch(text, /<script|<img/)
  assert.match(text, /&lt;script&gt;/)
})

test('authorize page: the user can grant fewer rights, and the consent is stored', async () => {
  const program = await registerProgram(api, rights)
  const first = await program.requestToken()
  await allow(visitor, first.token, { manage_ssh_keys: 'on' })
  const second = await program.requestToken()
  const again = callbackOf(await visitor.get(authorizePath(second.token)))
  const access = await program.accessToken(second, again.get('oauth_verifier') ?? '')
  assert.equal((await program.call('GET', '/v2/self/keys', access)).status, 200)
  assert.equal((await program.call('GET', '/v2/self', access)).status, 403)
})

test('authorize page: rights that were not requested cannot be granted', async () => {
  const program = await registerProgram(api, ['manage_ssh_keys'])
  const { token, secret } = await program.requestToken()
  const verifier = await allow(visitor, token, {
    manage_ssh_keys: 'on',
    almighty: 'on',
    access_personal_information: 'on',
  })
  const access = await program.accessToken({ token, secret }, verifier)
  assert.equal((await program.call('GET', '/v2/self/keys', access)).status, 200)
  assert.equal((await program.call('GET', '/v2/self', access)).status, 403)

  const other = await program.requestToken()
  const answer = await visitor.post(path, { oauth_token: other.token, almighty: 'on' })
  assert.equal(answer.status, 403, 'without the token of the page')
})

test("authorize page: is shown again when the consumer's rights grow, but not when they shrink", async () => {
  const program = await registerProgram(api, rights)
  const opened = async () => {
    const { token } = await program.requestToken()
    return (await visitor.get(authorizePath(token))).status
  }
  await allow(visitor, (await program.requestToken()).token)
  assert.equal(await opened(), 303)
  await rightsChanged(program, ['manage_ssh_keys'])
  assert.equal(await opened(), 303)
  await rightsChanged(program, [...rights, 'manage_personal_information'])
  assert.equal(await opened(), 200)
})

test('authorize page: is shown every time for a public consumer', async () => {
  const { consumerKey: key, consumerSecret: secret } = api.account
  const tool = new ThirdParty(api.url, { key, secret }, 'http://127.0.0.1:9/?kept=1')
  for (const _ of 'ab') {
    const { token } = await tool.requestToken()
    const page = await visitor.get(authorizePath(token))
    assert.equal(page.status, 200)
    assert.match(page.text, /do everything you can do/)
    const ticked = { ...tickedOn(page.text), decision: 'allow' }
    assert.ok(callbackOf(await visitor.send(path, ticked)).get('oauth_verifier'))
  }
})

test('authorize page: a refusal redirects without a verifier and is not stored', async () => {
  const program = await registerProgram(api, rights)
  const request = await program.requestToken()
  const page = await visitor.get(authorizePath(request.token))
  const given = callbackOf(await visitor.send(path, { ...tickedOn(page.text), decision: 'deny' }))
  assert.deepEqual(
    [...given],
    [
      ['kept', '1'],
      ['oauth_token', request.token],
      ['oauth_problem', 'user_refused'],
    ],
  )
  assert.equal((await program.end(request, 'x')).status, 401)
  assert.equal((await visitor.get(authorizePath(request.token))).status, 404)
  const { token } = await program.requestToken({ parameters: { oauth_callback: 'oob' } })
  await visitor.get(authorizePath(token))
  assert.match(
    (await visitor.send(path, { decision: 'deny' })).text,
    /has no access to your account/,
  )
})

test('authorize page: without any selected right the user is told to refuse instead', async () => {
  const program = await registerProgram(api, rights)
  const request = await program.requestToken()
  await visitor.get(authorizePath(request.token))
  const answer = await visitor.send(path, { decision: 'allow' })
  assert.equal(answer.status, 400)
  assert.match(answer.text, /Nothing is selected/)
  assert.equal((await program.end(request, 'x')).status, 401)
  const { status } = await visitor.send(path, { manage_ssh_keys: 'on', decision: 'allow' })
  assert.equal(status, 303, 'the page that says so has the form on it')
})

test('authorize page: a request is answered once', async () => {
  const program = await registerProgram(api, rights)
  const { token } = await program.requestToken()
  await allow(visitor, token)
  assert.equal((await visitor.get(authorizePath(token))).status, 409)
  assert.equal((await visitor.get(authorizePath('unknown'))).status, 404)
  assert.equal((await visitor.get(path)).status, 404)
})

test('authorize page: a form from another site, or without its CSRF token, changes nothing', async () => {
  const program = await registerProgram(api, rights)
  const request = await program.requestToken()
  await visitor.get(authorizePath(request.token))
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  for (const headers of [
    { cookie, origin: 'https://elsewhere.test' },
    { cookie, origin: 'null' },
    { cookie, 'sec-fetch-site': 'cross-site' },
    { cookie, origin: api.url },
  ]) {
    const answer = await fetch(api.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body: new URLSearchParams({ oauth_token: request.token, decision: 'allow', csrf: 'x' }),
    })
    assert.equal(answer.status, 403)
  }
  assert.match(await (await program.end(request, 'x')).text(), /not authorized this request/)
})

test("authorize page: the answer is in the user's audit log", async () => {
  const program = await registerProgram(api, rights)
  await allow(visitor, (await program.requestToken()).token)
  const user = await api.platform.store.users.findByEmail(api.account.email)
  const [entry] = await api.platform.store.audit.listOf(user?.id ?? 'user_nobody', { limit: 1 })
  assert.equal(entry?.action, 'consumer.authorize')
  assert.equal(entry?.target, program.consumer.key)
  assert.equal(entry?.credential, 'session')
})

test('authorize page: the login of a command-line tool is redirected to its own page', async () => {
  const { location } = await visitor.get(`${path}?cli_token=0123456789abcdef`)
  assert.equal(location, '/cli-oauth?cli_token=0123456789abcdef')
})
