import assert from 'node:assert/strict'
import { get } from 'node:http'
import { after, before, test } from 'node:test'
import { signedHeader } from '#client/oauth1.ts'
import { openTestApi, type TestApi } from '#tests/fixtures/api.ts'

let api: TestApi

before(async () => {
  api = await openTestApi()
})
after(() => api[Symbol.asyncDispose]())

/** The status for a request that was signed for one address and arrives with some host. */
function statusOf(signedFor: string, host: string): Promise<number | undefined> {
  const authorization = signedHeader(api.account, 'GET', new URL('/v2/self?a=1', signedFor))
  return new Promise((resolve, reject) => {
    get(`${api.url}/v2/self?a=1`, { headers: { host, authorization } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    }).on('error', reject)
  })
}

test('a signature for the address that was connected to is right', async () => {
  assert.equal(await statusOf(api.url, new URL(api.url).host), 200)
})

test('behind a proxy the signature is for the public address', async () => {
  assert.equal(await statusOf('https://api.example.test', 'api.example.test'), 200)
})

test('a signature for another host is not for us', async () => {
  assert.equal(await statusOf('http://other.example.test', 'other.example.test'), 401)
})

test('a signed request works once', async () => {
  const authorization = signedHeader(api.account, 'GET', new URL(`${api.url}/v2/self`))
  const ask = async () => (await fetch(`${api.url}/v2/self`, { headers: { authorization } })).status
  assert.deepEqual([await ask(), await ask()], [200, 401])
})
