import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import OAuth from 'oauth-1.0a'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'

let api: TestApi
before(async () => {
  api = await openTestApi()
})
after(() => api?.[Symbol.asyncDispose]())

/** Sends a form with any method; `fetch` sends no body with GET. */
async function send(method: string, path: string, form: string) {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': Buffer.byteLength(form),
  }
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request(`${api.url}${path}`, { method, headers }, resolve).on('error', reject).end(form)
  const response = await promise
  return { status: response.statusCode, body: (await json(response)) as Record<string, string> }
}

/** A request whose OAuth 1 parameters are in a form body, signed by a public library. */
async function sendForm(method: string, path: string, fields: Record<string, string> = {}) {
  const { consumerKey, consumerSecret, token, secret } = api.account
  const library = new OAuth({
    consumer: { key: consumerKey, secret: consumerSecret },
    signature_method: 'HMAC-SHA1',
    hash_function: (text, key) => createHmac('sha1', key).update(text).digest('base64'),
  })
  const url = `${api.url}${path}`
  const signed = library.authorize({ url, method, data: fields }, { key: token, secret })
  const form = new URLSearchParams(fields)
  for (const [name, value] of Object.entries(signed)) form.set(name, `${value}`)
  return send(method, path, form.toString())
}

test('signed form: a GET may carry its OAuth 1 parameters in a form body', async () => {
  const { status, body } = await sendForm('GET', '/v2/self')
  assert.equal(status, 200)
  assert.equal(body.email, api.account.email)
  assert.equal((await send('GET', '/v2/self', 'oauth_token=x')).status, 401)
  assert.equal((await send('GET', '/v2/self', 'x'.repeat(70_000))).status, 413)
})

test('signed form: a PUT takes its fields from a form, and the signature covers them', async () => {
  const { status, body } = await sendForm('PUT', '/v2/self', { name: 'Ada & Bea', city: 'Nantes' })
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual([body.name, body.city], ['Ada & Bea', 'Nantes'])
  assert.equal((await sendForm('GET', '/v2/self')).body.name, 'Ada & Bea')
})
