import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createCallLimits } from '#platform/identity/access/limits/create-call-limits.ts'
import { browserOf } from '#tests/laws/matrix/scene.ts'
import { aConsumer, bearerOf, somebody, tokenOf } from '#tests/support/people/people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'

/** Rate limit of calls: each credential has its own bucket. */
let api: TestApi
let now = Date.now()
const perMinute = 5

before(async () => {
  api = await openTestApi()
})
after(() => api[Symbol.asyncDispose]())
beforeEach(() => {
  api.platform.callLimits = createCallLimits(perMinute, () => now)
})

const ask = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, { headers, redirect: 'manual' })
  const body = answer.headers.get('content-type')?.startsWith('text/event-stream')
    ? await answer.body?.cancel()
    : await answer.text()
  return { status: answer.status, wait: answer.headers.get('retry-after'), body: String(body) }
}

/** Empties the bucket and returns the refusal. */
async function emptied(url: string, headers: Record<string, string> = {}, calls = perMinute) {
  for (let call = 0; call < calls; call += 1) {
    assert.notEqual((await ask(url, headers)).status, 429, `call ${call}`)
  }
  return ask(url, headers)
}

test('call limit: a credential over its limit gets 429, Retry-After, and the error body of its version', async () => {
  const { authorization } = await somebody(api)
  const { status, wait, body } = await emptied(`${api.url}/v2/self`, { authorization })
  assert.deepEqual([status, wait], [429, '12'])
  assert.deepEqual(JSON.parse(body), {
    id: 429,
    message: 'More than 5 requests a minute with these credentials. Try again in 12 seconds.',
    type: 'error',
  })
  const v4 = await ask(`${api.url}/v4/recipes`, { authorization })
  assert.equal(v4.status, 405, 'what is not there is not counted')
  now += 12_000
  assert.equal((await ask(`${api.url}/v2/self`, { authorization })).status, 200)
})

test('call limit: tokens, consumers, API tokens and sessions have separate limits', async () => {
  const ann = await somebody(api)
  const other = await tokenOf(api, ann.id)
  const consumer = await aConsumer(api, api.account.organisationId, ['access_personal_information'])
  const ofConsumer = await tokenOf(api, ann.id, { consumer })
  const bearer = await bearerOf(api, ann.id)
  const self = `${api.url}/v2/self`
  for (const { authorization } of [ann, other, ofConsumer]) {
    assert.equal((await emptied(self, { authorization })).status, 429)
  }
  const onBridge = await emptied(`${api.bridge}/v2/self`, { authorization: bearer.authorization })
  assert.equal(onBridge.status, 429)
  const bob = await somebody(api)
  assert.equal((await ask(self, { authorization: bob.authorization })).status, 200)
  const cookie = await browserOf(api, bob.id)
  assert.equal((await emptied(`${api.url}/`, { cookie })).status, 429)
  assert.equal((await ask(`${api.url}/`)).status, 303, 'browsers that are not logged in')
})

test("call limit: many tokens of one user share the user's limit", async () => {
  const ann = await somebody(api)
  const statuses: number[] = []
  for (let token = 0; token < 6; token += 1) {
    const { authorization } = await tokenOf(api, ann.id)
    for (let call = 0; call < perMinute; call += 1) {
      statuses.push((await ask(`${api.url}/v2/self`, { authorization })).status)
    }
  }
  assert.deepEqual(
    statuses,
    statuses.map((_, call) => (call < 5 * perMinute ? 200 : 429)),
  )
})

test('call limit: missing or wrong credentials count against the address, and valid ones are unaffected', async () => {
  const zones = await emptied(`${api.url}/v2/products/zones`)
  assert.equal(zones.status, 429)
  assert.equal((await ask(`${api.url}/v2/self`, { authorization: 'Bearer x' })).status, 429)
  assert.equal((await ask(`${api.url}/v2/sessions/login`)).status, 429)
  assert.equal((await ask(`${api.url}/health`)).status, 200)
  const { authorization } = await somebody(api)
  assert.equal((await ask(`${api.url}/v2/self`, { authorization })).status, 200)
  assert.equal((await ask(`${api.url}/v2/products/addonproviders`, { authorization })).status, 200)
})

test('call limit: a stream counts once', async () => {
  const application = await api.application()
  const { organisationId } = api.account
  const { authorization } = await somebody(api, { role: 'ADMIN', organisationId })
  const path = `/v4/logs/organisations/${organisationId}/applications/${application.id}/logs`
  assert.equal((await emptied(`${api.url}${path}`, { authorization })).status, 429)
})

test('call limit: a large body counts once per 64 KiB', async () => {
  const { organisationId } = api.account
  const { authorization } = await somebody(api, { role: 'ADMIN', organisationId })
  const post = (bytes: number) =>
    fetch(`${api.url}/v2/organisations/${organisationId}/applications`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'x', instanceType: 'node', env: { A: 'x'.repeat(bytes) } }),
    })
  assert.equal((await post(10)).status, 200)
  assert.equal((await post(120_000)).status, 200, 'two calls')
  assert.equal((await post(600_000)).status, 429, 'ten')
})

test('call limit: planning a recipe counts once per 8 KiB, and a full bucket is enough for any', async () => {
  const plan = async (bytes: number, authorization: string) => {
    const files = { 'package.json': 'x'.repeat(bytes) }
    const body = { type: 'static', environment: {}, names: ['package.json'], files }
    const headers = { authorization, 'content-type': 'application/json' }
    const answer = await fetch(`${api.url}/v4/recipes`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return answer.status
  }
  const [ann, bob] = [await somebody(api), await somebody(api)]
  assert.notEqual(await plan(1, ann.authorization), 429, 'one')
  assert.notEqual(await plan(20_000, ann.authorization), 429, 'three')
  assert.equal(await plan(10_000, ann.authorization), 429, 'two')
  assert.notEqual(await plan(1_000_000, bob.authorization), 429, 'all there are')
})

test('call limit: 0 means unlimited', async () => {
  api.platform.callLimits = createCallLimits(0, () => now)
  assert.equal((await emptied(`${api.url}/v2/products/zones`, {}, 50)).status, 200)
})
