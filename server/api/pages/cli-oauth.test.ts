import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestApi, type TestApi } from '#tests/fixtures/api.ts'

const cliToken = 'a-token-made-up-by-the-tool'
let api: TestApi

before(async () => {
  api = await openTestApi()
})
after(() => api[Symbol.asyncDispose]())

const collect = () => fetch(`${api.url}/v2/self/cli_tokens?cli_token=${cliToken}`)
const confirm = (fields: Record<string, string>) =>
  fetch(`${api.url}/cli-oauth`, {
    method: 'POST',
    body: new URLSearchParams({ cli_token: cliToken, email: 'admin@localhost', ...fields }),
  })

test('the page asks for e-mail and password and loads nothing from elsewhere', async () => {
  const answer = await fetch(`${api.url}/cli-oauth?cli_version=4&cli_token=${cliToken}`)
  const page = await answer.text()
  assert.equal(answer.status, 200)
  assert.match(page, /<form method="post" action="\/cli-oauth">/)
  assert.doesNotMatch(page, /<script|https?:\/\//)
  assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/)
})

test('a token that is none is refused, and what is shown is escaped', async () => {
  const answer = await fetch(`${api.url}/cli-oauth?cli_token=%22%3E%3Cscript%3E`)
  assert.equal(answer.status, 400)
  assert.doesNotMatch(await answer.text(), /<script/)
})

test('until the login is confirmed the tool gets 404', async () => {
  assert.equal((await collect()).status, 404)
})

test('a wrong password and an unknown account get the same answer', async () => {
  const wrong = await confirm({ password: 'wrong' })
  const unknown = await confirm({ password: 'wrong', email: 'nobody@localhost' })
  assert.deepEqual([wrong.status, unknown.status], [401, 401])
  const page = (await unknown.text()).replace('nobody@', 'admin@')
  assert.equal(await wrong.text(), page)
  assert.equal((await collect()).status, 404)
})

test('once confirmed the tool gets an access token that works, once', async () => {
  assert.equal((await confirm({ password: api.account.password })).status, 200)
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

test('too many attempts are refused for a while', async () => {
  const statuses: number[] = []
  for (let attempt = 0; attempt < 12; attempt++) {
    statuses.push((await confirm({ password: 'wrong', email: 'tried@localhost' })).status)
  }
  assert.equal(statuses[0], 401)
  assert.equal(statuses.at(-1), 503)
})
