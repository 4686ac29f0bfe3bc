import assert from 'node:assert/strict'
import { percentEncode } from '#kit/crypto/oauth1.ts'
import { newSecret } from '#kit/text/ids.ts'
import { agree } from '#platform/identity/access/oauth1/authorize.ts'
import { issueAccessToken } from '#platform/identity/access/tokens/access-tokens.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import type { Entries, Entry } from '#tests/laws/matrix/entry.ts'
import { knownPassword, withPassword } from '#tests/laws/matrix/password.ts'
import { callerFor } from '#tests/support/people/named-people.ts'
import { aConsumer } from '#tests/support/people/people.ts'
import { requestTokenOf } from './pages.ts'

const readsAuthorization = 'the header signs for the consumer, not for a user'

const oauth = (parameters: Record<string, string>) => ({
  headers: {
    authorization: `OAuth ${Object.entries(parameters)
      .map(([name, value]) => `${name}="${percentEncode(value)}"`)
      .join(', ')}`,
  },
})

const requestToken: Entry = {
  status: 200,
  readsAuthorization,
  async arrange({ setup, organisationId }) {
    const { key, secret } = await aConsumer(setup, organisationId, ['access_organisations'])
    return oauth({
      oauth_consumer_key: key,
      oauth_callback: 'oob',
      oauth_signature: `${secret}&`,
      oauth_signature_method: 'PLAINTEXT',
    })
  },
}

const accessToken: Entry = {
  status: 200,
  readsAuthorization,
  async arrange(scene) {
    const { consumer, token, secret } = await requestTokenOf(scene)
    const { clock, store } = scene.setup.platform
    const requestToken = (await store.requestTokens.find(token)) ?? assert.fail()
    const wanted = ['access_organisations'] as const
    const verifier = await agree(
      { clock, store },
      { requestToken, consumer },
      { ...callerFor(scene.caller.id), credentialId: scene.caller.token },
      wanted,
    )
    return oauth({
      oauth_consumer_key: consumer.key,
      oauth_token: token,
      oauth_verifier: verifier,
      oauth_signature: `${consumer.secret}&${secret}`,
      oauth_signature_method: 'PLAINTEXT',
    })
  },
}

/** Endpoints that issue credentials. */
export const oauthEntries: Entries = {
  'POST /v2/oauth/request_token': requestToken,
  'POST /v2/oauth/request_token_query': requestToken,
  'POST /v2/oauth/access_token': accessToken,
  'POST /v2/oauth/access_token_query': accessToken,
  'GET /v2/oauth/rights': { status: 200 },
  'GET /v2/oauth/login_data': {
    status: 200,
    arrange: async (scene) => ({ query: { oauth_key: (await requestTokenOf(scene)).token } }),
  },
  'GET /v2/self/cli_tokens': {
    status: 200,
    async arrange({ setup, caller }) {
      const { platform, account } = setup
      const { token } = await issueAccessToken(platform, {
        consumerKey: account.consumerKey,
        userId: caller.id,
        rights: everyRight,
        for: 'tool',
      })
      const cliToken = newSecret(32)
      const createdAt = platform.clock()
      await platform.store.cliLogins.add({ cliToken, accessToken: token, createdAt })
      return { query: { cli_token: cliToken } }
    },
  },
  'POST /api-tokens': {
    status: 200,
    async arrange(scene) {
      const { email } = await withPassword(scene)
      return { body: { email, password: knownPassword, name: 'Script' } }
    },
  },
}
