import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { shortCode } from '#kit/crypto/short-code.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { PageVisitor } from '#tests/support/visitors/page-visitor.ts'

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

test('CLI login page: without a session the user logs in first and returns', async () => {
  const sent = await visitor.get(path)
  assert.equal(sent.status, 303)
  assert.equal(sent.location, `/v2/sessions/login?cli_token=${cliToken}`)
  await visitor.follow(sent)
  const fields = { email: 'admin@localhost', pass: api.account.password }
  const back = await visitor.send('/v2/sessions/login', fields)
  assert.equal(back.location, `/cli-oauth?cli_token=${cliToken}`)
})

test('CLI login page: an invalid token is refused, and its text is escaped', async () => {
  const answer = await visitor.get('/cli-oauth?cli_token=%22%3E%3Cscript%3E')
  assert.equal(answer.status, 400)
  assert.doesNotMatch(answer.text, /<script/)
})

test('CLI login page: names the user and loads no external resources', async () => {
  const { status, text, headers } = await visitor.get(path)
  assert.equal(status, 200)
  assert.match(text, /log in as <strong>admin@localhost<\/strong>/)
  assert.doesNotMatch(text, /<script|https?:\/\//)
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/)
  assert.equal((await collect()).status, 404, 'looking at the page confirms nothing')
})

test('CLI login page: a form from another origin confirms nothing', async () => {
  const forged = await visitor.post('/cli-oauth', { cli_token: cliToken })
  assert.equal(forged.status, 403)
  assert.equal((await collect()).status, 404)
})

test('CLI login page: after the confirmation the tool gets a working access token, once', async () => {
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

test('CLI login page: shows code, machine, time and client address of the login', async () => {
  const waiting = 'another-token-of-the-tool'
  const ask = (query: string) => fetch(`${api.url}/v2/self/cli_tokens?cli_token=${waiting}${query}`)
  const before = await visitor.get(`/cli-oauth?cli_token=${waiting}`)
  assert.match(before.text, /<th>Started<\/th><td>The tool has not connected yet<\/td>/)
  await ask('&machine=adas-laptop%3Cscript%3E')
  await ask('&machine=other')
  const { text } = await visitor.get(`/cli-oauth?cli_token=${waiting}`)
  assert.match(text, new RegExp(`<th>Code</th><td>${shortCode(waiting)}</td>`))
  assert.match(text, /<th>Machine<\/th><td>adas-laptopscript<\/td>/)
  assert.match(text, /<th>Address<\/th><td>127\.0\.0\.1<\/td>/)
  assert.match(text, /<th>Started<\/th><td>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC<\/td>/)
})

test('CLI login page: a cancel refuses the tool and a later confirmation', async () => {
  const waiting = 'a-token-that-is-cancelled'
  await visitor.get(`/cli-oauth?cli_token=${waiting}`)
  const cancelled = await visitor.send('/cli-oauth', { decision: 'cancel' })
  assert.match(cancelled.text, /Login cancelled/)
  assert.equal((await fetch(`${api.url}/v2/self/cli_tokens?cli_token=${waiting}`)).status, 403)
  await visitor.get(`/cli-oauth?cli_token=${waiting}`)
  assert.equal((await visitor.send('/cli-oauth', { decision: 'allow' })).status, 409)
})

test("CLI login: the consumer of command-line tools and the package's URL are public", async () => {
  const { tools } = (await (await fetch(`${api.url}/v4/platform`)).json()) as {
    tools: Record<string, string>
  }
  const { consumerKey, consumerSecret } = api.account
  assert.deepEqual(tools, {
    consumerKey,
    consumerSecret,
    package: 'https://api.example.test/downloads/berth-cli.tgz',
  })
  const first = await fetch(`${api.url}/downloads/berth-cli.tgz`)
  assert.equal(first.headers.get('content-type'), 'application/gzip')
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
  assert.equal((await fetch(`${api.url}/downloads/berth-cli.tgz`, { headers })).status, 304)
})
