import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestApi, type TestApi } from '#tests/fixtures/api.ts'
import { PageVisitor } from '#tests/fixtures/page-visitor.ts'

const cliToken = 'a-token-made-up-by-the-tool'
const path = `/cli-oauth?cli_version=4&cli_token=${cliToken}`
let api: TestApi
let visitor: PageVisitor

before(async () => {
  api = await openTestApi()
  visitor = new PageVisitor(api.url)
})
after(() => api[Symbol.asyncDispose]())

const collect = () => fetch(`${api.url}/v2/self/cli_tokens?cli_token=${cliToken}`)

test('whoever is not logged in is sent to the login and comes back', async () => {
  const sent = await visitor.get(path)
  assert.equal(sent.status, 303)
  assert.equal(sent.location, `/v2/sessions/login?cli_token=${cliToken}`)
  await visitor.follow(sent)
  const fields = { email: 'admin@localhost', pass: api.account.password }
  const back = await visitor.send('/v2/sessions/login', fields)
  assert.equal(back.location, `/cli-oauth?cli_token=${cliToken}`)
})

test('a token that is none is refused, and what is shown is escaped', async () => {
  const answer = await visitor.get('/cli-oauth?cli_token=%22%3E%3Cscript%3E')
  assert.equal(answer.status, 400)
  assert.doesNotMatch(answer.text, /<script/)
})

test('the page says who will be acted for and loads nothing from elsewhere', async () => {
  const { status, text, headers } = await visitor.get(path)
  assert.equal(status, 200)
  assert.match(text, /act for <strong>admin@localhost<\/strong>/)
  assert.doesNotMatch(text, /<script|https?:\/\//)
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/)
  assert.equal((await collect()).status, 404, 'looking at the page confirms nothing')
})

test('a form from elsewhere confirms nothing', async () => {
  const forged = await visitor.post('/cli-oauth', { cli_token: cliToken })
  assert.equal(forged.status, 403)
  assert.equal((await collect()).status, 404)
})

test('once confirmed the tool gets an access token that works, once', async () => {
  await visitor.get(path)
  assert.equal((await visitor.send('/cli-oauth')).status, 200)
  const { token, secret, expirationDate } = (await (await collect()).json()) as Record<
    string,
    string
  >
  assert.ok(Date.parse(expirationDate ?? '') > Date.now())
  const { consumerKey, consumerSecret } = api.account
  const authorization = `OAuth oauth_consumer_key="${consumerKey}", oauth_token="${token}", oauth_signature="${consumerSecret}%26${secret}"`
  const self = await fetch(`${api.url}/v2/self`, { headers: { authorization } })
  assert.equal(((await self.json()) as { email: string }).email, 'admin@localhost')
  assert.equal((await collect()).status, 404)
})
