import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Consumer } from '#platform/model/identity/access/consumer.ts'
import { headerOf, signedParameters } from '#tests/support/people/oauth-signing.ts'
import { aConsumer, somebody } from '#tests/support/people/people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'

/** A signature without the query would let an intermediary change the query. */
let api: TestApi
before(async () => {
  api = await openTestApi()
})
after(() => api?.[Symbol.asyncDispose]())

const methods = ['HMAC-SHA1', 'HMAC-SHA512'] as const

/** Requests one URL with a signature made for another. */
async function ask(
  consumer: Pick<Consumer, 'key' | 'secret'>,
  { method, signs, asks }: { method: (typeof methods)[number]; signs: string; asks: string },
) {
  const user = await somebody(api, { consumer })
  const parameters = signedParameters('GET', api.url + signs, {
    method,
    secrets: [consumer.secret, user.secret],
    parameters: { oauth_consumer_key: consumer.key, oauth_token: user.token },
  })
  const answer = await fetch(api.url + asks, { headers: { authorization: headerOf(parameters) } })
  return { status: answer.status, text: await answer.text() }
}

const program = async (acceptsUnsignedQuery: boolean): Promise<Consumer> => {
  const rights = ['access_organisations'] as const
  const consumer = await aConsumer(api, api.account.organisationId, rights)
  await api.platform.store.consumers.change(consumer.key, { acceptsUnsignedQuery })
  return consumer
}

for (const method of methods) {
  test(`OAuth: a ${method} signature without the query is refused, and the refusal says why`, async () => {
    const { consumerKey: key, consumerSecret: secret } = api.account
    for (const consumer of [await program(false), { key, secret }]) {
      const { status, text } = await ask(consumer, {
        method,
        signs: '/v2/summary',
        asks: '/v2/summary?full=true',
      })
      assert.equal(status, 401)
      assert.match(text, /does not cover the query/)
      const covered = await ask(consumer, {
        method,
        signs: '/v2/summary?full=true',
        asks: '/v2/summary?full=true',
      })
      assert.equal(covered.status, 200, covered.text)
    }
  })

  test(`OAuth: a ${method} signature without the query is accepted from a consumer with acceptsUnsignedQuery`, async () => {
    const consumer = await program(true)
    const asked = { method, asks: '/v2/summary?full=true' }
    assert.equal((await ask(consumer, { ...asked, signs: '/v2/summary' })).status, 200)
    assert.equal((await ask(consumer, { ...asked, signs: '/v2/summary?full=no' })).status, 401)
    assert.equal((await ask(consumer, { ...asked, signs: '/v2/self' })).status, 401)
  })
}

test('OAuth: a consumer registered by an organisation never has acceptsUnsignedQuery', async () => {
  const { authorization } = await somebody(api, {
    role: 'ADMIN',
    organisationId: api.account.organisationId,
  })
  const answer = await fetch(
    `${api.url}/v2/organisations/${api.account.organisationId}/consumers`,
    {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Program',
        baseUrl: 'https://program.test/',
        acceptsUnsignedQuery: true,
        rights: { access_organisations: true },
      }),
    },
  )
  const { key } = (await answer.json()) as { key: string }
  assert.equal((await api.platform.store.consumers.find(key))?.acceptsUnsignedQuery, false)
})
