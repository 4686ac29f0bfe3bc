import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { plaintextHeader } from '#client/http/node/oauth1.ts'
import { newId } from '#kit/text/ids.ts'
import { issueAccessToken } from '#platform/identity/access/tokens/access-tokens.ts'
import { everyRight, type Right, rights } from '#platform/model/identity/access/rights.ts'
import { newUser } from '#platform/model/identity/accounts/user.ts'
import type { UserId } from '#platform/model/ids.ts'
import { registerProgram } from '#tests/support/people/third-party.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'

let api: TestApi

before(async () => {
  api = await openTestApi()
})
after(() => api[Symbol.asyncDispose]())

/** A new user with a token of these rights. */
async function somebody(given: readonly Right[] = everyRight) {
  const userId = newId('user')
  const { store } = api.platform
  await store.users.add(newUser(userId, { email: `${userId}@x.test`, passwordHash: '' }, 1))
  return tokenOf(userId, given)
}

async function tokenOf(userId: UserId, given: readonly Right[] = everyRight) {
  const { consumerKey, consumerSecret } = api.account
  const { token, secret } = await issueAccessToken(api.platform, {
    consumerKey,
    userId,
    rights: given,
    for: 'program',
  })
  const authorization = plaintextHeader({ consumerKey, consumerSecret, token, secret })
  const ask = async (method: string, path: string) => {
    const answer = await fetch(api.url + path, { method, headers: { authorization } })
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> }
  }
  return { userId, token, ask }
}

test('tokens API: tokens are listed with their consumer and all twelve rights, without secrets', async () => {
  const { token, ask } = await somebody()
  const { status, json } = await ask('GET', '/v2/self/tokens')
  assert.equal(status, 200)
  const [record] = json as unknown as Record<string, unknown>[]
  assert.ok(record)
  assert.equal(record.token, token)
  assert.ok(Number.isInteger(record.creationDate))
  assert.ok(Number.isInteger(record.expirationDate))
  assert.ok(Number.isInteger(record.lastUtilisation))
  assert.deepEqual(Object.keys(record.rights as object), [...rights])
  assert.equal((record.consumer as { key: string }).key, api.account.consumerKey)
  assert.doesNotMatch(JSON.stringify(json), /secret/i)
})

test('tokens API: the token of the call has its expiry', async () => {
  const { token, ask } = await somebody([])
  const { json } = await ask('GET', '/v2/self/tokens/current')
  assert.equal(json.token, token)
  assert.match(String(json.expirationDate), /^\d{4}-\d\d-\d\dT.*Z$/)
})

test('tokens API: a program may revoke its own token with any rights, but no other', async () => {
  const mine = await somebody(['access_organisations'])
  const other = await tokenOf(mine.userId)
  assert.equal((await mine.ask('DELETE', `/v2/self/tokens/${other.token}`)).status, 403)
  const { json } = await mine.ask('DELETE', `/v2/self/tokens/${mine.token}`)
  assert.equal(json.type, 'success')
  assert.equal((await mine.ask('GET', '/v2/self/id')).status, 401)
  assert.equal((await other.ask('GET', '/v2/self/id')).status, 200)
})

test("tokens API: another user's token is reported as missing", async () => {
  const [mine, theirs] = [await somebody(), await somebody()]
  const real = await mine.ask('DELETE', `/v2/self/tokens/${theirs.token}`)
  assert.deepEqual(real, await mine.ask('DELETE', '/v2/self/tokens/unknown'))
  assert.equal(real.status, 404)
  assert.equal((await theirs.ask('GET', '/v2/self/id')).status, 200)
})

for (const path of ['/v2/self/tokens', '/v2/self/tokens/']) {
  test(`tokens API: DELETE ${path} revokes all tokens and consents`, async () => {
    const { store } = api.platform
    const mine = await somebody()
    const other = await tokenOf(mine.userId)
    const { consumer } = await registerProgram(api, ['access_organisations'])
    const consent = { userId: mine.userId, consumerKey: consumer.key, createdAt: 1 }
    await store.consents.put({ ...consent, offered: [], granted: [] })
    const weak = await tokenOf(mine.userId, ['access_personal_information'])
    assert.equal((await weak.ask('DELETE', path)).status, 403)
    assert.equal((await mine.ask('DELETE', path)).status, 200)
    for (const { ask } of [mine, other, weak]) {
      assert.equal((await ask('GET', '/v2/self/id')).status, 401)
    }
    assert.equal(await store.consents.find(mine.userId, consumer.key), undefined)
  })
}

test('tokens API: revoking a token removes the consent of its consumer', async () => {
  const { store } = api.platform
  const mine = await somebody()
  const { consumerKey } = api.account
  await store.consents.put({
    userId: mine.userId,
    consumerKey,
    createdAt: 1,
    offered: [],
    granted: [],
  })
  await mine.ask('DELETE', `/v2/self/tokens/${mine.token}`)
  assert.equal(await store.consents.find(mine.userId, consumerKey), undefined)
})
