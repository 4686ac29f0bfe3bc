import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bearerOf } from '#tests/support/people/people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'

/** Denial of service by unauthenticated clients. */
let api: TestApi

before(async () => {
  api = await openTestApi()
})
after(() => api?.[Symbol.asyncDispose]())

const form = 'application/x-www-form-urlencoded'
const send = (url: string, type: string, body: string, headers = {}) =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': type, ...headers } })

test('request floods: a form of a million fields is refused unparsed, because parsing would take a minute', async () => {
  const many = 'a&'.repeat(1_000_000)
  const begin = `oauth_consumer_key=${api.account.consumerKey}&oauth_signature_method=HMAC-SHA512&`
  const listeners = [
    ['/v2/sessions/login', many],
    ['/v2/users', many],
    ['/v2/oauth/request_token', begin + many],
    ['/v2/organisations', begin + many],
  ] as const
  for (const [path, body] of listeners) {
    const answer = await send(api.url + path, form, body)
    assert.equal(answer.status, 413, path)
    assert.match(await answer.text(), /larger than 64 kB/)
  }
})

test('request floods: unauthenticated clients cannot send megabytes', async () => {
  const answer = await send(`${api.bridge}/api-tokens`, 'application/json', ' '.repeat(100_000))
  assert.equal(answer.status, 413)
  assert.match(await answer.text(), /larger than 64 kB/)
})

test("request floods: authenticated clients may send more where needed, even with curl's default content type", async () => {
  const user = await api.platform.store.users.findByEmail(api.account.email)
  const { authorization } = await bearerOf(api, user?.id ?? 'user_nobody')
  const body = JSON.stringify({
    name: 'Large',
    instanceType: 'node',
    env: { A: ' '.repeat(100_000) },
  })
  const path = `/v2/organisations/${api.account.organisationId}/applications`
  const answer = await send(api.bridge + path, form, body, { authorization })
  assert.equal(answer.status, 200, await answer.text())
})
