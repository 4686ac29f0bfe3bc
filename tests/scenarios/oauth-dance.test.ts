import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Place, SignatureMethod } from '#tests/support/people/oauth-signing.ts'
import {
  allow,
  authorizePath,
  callbackOf,
  loggedInVisitor,
  registerProgram,
  type ThirdParty,
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

const methods: (SignatureMethod | undefined)[] = [
  undefined,
  'PLAINTEXT',
  'HMAC-SHA1',
  'HMAC-SHA512',
]
const places: Place[] = ['header', 'form', 'query']

for (const method of methods) {
  for (const place of places) {
    test(`OAuth flow: works with ${method ?? 'no method'}, parameters in the ${place}`, async () => {
      for (const prefix of ['/v2/oauth/', '/oauth/']) {
        for (const suffix of ['', '_query']) {
          const manner = { method, place, prefix, suffix }
          const request = await program.requestToken(manner)
          const verifier = await allow(visitor, request.token)
          const access = await program.accessToken(request, verifier, manner)
          const answer = await program.call('GET', '/v2/self?x=%20y', access, {
            method: method ?? 'PLAINTEXT',
          })
          assert.equal(((await answer.json()) as { email: string }).email, api.account.email)
        }
      }
    })
  }
}

test('OAuth flow: a client without a browser can send the rights with cookies, and gets them', async () => {
  const other = await registerProgram(api, ['access_personal_information', 'manage_ssh_keys'])
  const request = await other.requestToken()
  const cookie = `ccid=${visitor.cookies.get('ccid')}; cctk=${request.token}`
  const page = await fetch(`${api.url}/v2/oauth/authorize`, { headers: { cookie } })
  assert.equal(page.status, 200)
  const names = [...(await page.text()).matchAll(/<input type="checkbox" name="(\w+)"/g)]
  assert.deepEqual(
    names.map(([, name]) => name),
    ['access_personal_information', 'manage_ssh_keys'],
  )
  const answer = await fetch(`${api.url}/v2/oauth/authorize`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie },
    body: new URLSearchParams({ manage_ssh_keys: 'on' }),
  })
  const location = answer.headers.get('location') ?? ''
  const given = callbackOf({ status: answer.status, location, text: '', headers: answer.headers })
  assert.match(given.get('user') ?? '', /^user_/)
  const access = await other.accessToken(request, given.get('oauth_verifier') ?? '')
  assert.equal((await other.call('GET', '/v2/self/keys', access)).status, 200)
  assert.equal((await other.call('GET', '/v2/self', access)).status, 403)
})

test('OAuth flow: a client without a browser that names no right gets all rights of the consumer', async () => {
  const other = await registerProgram(api, ['access_personal_information'])
  const request = await other.requestToken()
  const answer = await fetch(`${api.url}/v2/oauth/authorize`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: `ccid=${visitor.cookies.get('ccid')}` },
    body: new URLSearchParams({ oauth_token: request.token }),
  })
  const location = answer.headers.get('location') ?? ''
  const verifier = new URL(location).searchParams.get('oauth_verifier') ?? ''
  const access = await other.accessToken(request, verifier)
  assert.equal((await other.call('GET', '/v2/self', access)).status, 200)
})

test('OAuth flow: out of band, the user copies the verifier', async () => {
  const request = await program.requestToken({ parameters: { oauth_callback: 'oob' } })
  const page = await visitor.get(authorizePath(request.token))
  const [, verifier = ''] = /<code class="verifier">(\w+)</.exec(page.text) ?? []
  assert.equal(
    (await program.call('GET', '/v2/self', await program.accessToken(request, verifier))).status,
    200,
  )
})

test('OAuth flow: a user who is not logged in is sent to the login page, which returns to the consent', async () => {
  const request = await program.requestToken()
  const answer = await fetch(api.url + authorizePath(request.token), { redirect: 'manual' })
  assert.equal(answer.status, 303)
  assert.equal(answer.headers.get('location'), `/v2/sessions/login?oauth_token=${request.token}`)
})

test('OAuth flow: login pages learn consumer and rights from a request token', async () => {
  const request = await program.requestToken()
  const answer = await fetch(`${api.url}/v2/oauth/login_data?oauth_key=${request.token}`)
  const record = (await answer.json()) as { name: string; rights: Record<string, boolean> }
  assert.equal(record.name, 'Their program')
  assert.equal(Object.keys(record.rights).length, 12)
  assert.equal(record.rights.access_organisations, true)
  assert.equal(record.rights.almighty, false)
  assert.equal((await fetch(`${api.url}/v2/oauth/login_data?oauth_key=x`)).status, 404)
})

test('OAuth rights: the list is public', async () => {
  for (const path of ['/v2/oauth/rights', '/oauth/rights']) {
    const list = (await (await fetch(api.url + path)).json()) as string[]
    assert.equal(list.length, 11)
    assert.ok(list.includes('manage_ssh_keys') && !list.includes('almighty'))
  }
})
