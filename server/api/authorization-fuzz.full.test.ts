import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { callerOfSignedRequest } from '#platform/identity/access/oauth1/verify-request.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/platform.ts'
import { mutate, seededRandom } from '#tests/support/faults/mutate.ts'
import { headerOf, type Parameters, signedParameters } from '#tests/support/people/oauth-signing.ts'
import { openTestPlatform, type TestPlatform } from '#tests/support/platform/platform.ts'
import { gatherOAuth } from './auth/oauth-parameters.ts'

const rounds = 100_000
const seed = 20_260_101
const request = { method: 'GET', url: 'http://api.test/v2/self', query: [], form: [] }

let setup: TestPlatform
/** Every nonce is fresh, so that replay protection does not mask other errors. */
let platform: Pick<Platform, 'store' | 'clock' | 'nonces' | 'policies'>

before(async () => {
  setup = await openTestPlatform()
  platform = { ...setup.platform, nonces: { accept: async () => true } }
})
after(() => setup[Symbol.asyncDispose]())

async function isAccepted(authorization: string) {
  const { parameters } = gatherOAuth({ authorization, query: [], form: [] })
  await callerOfSignedRequest(platform, { candidates: [request], parameters })
  return Object.fromEntries(parameters)
}

/** Semantically relevant part of a header: everything under HMAC, otherwise the credentials. */
function meaningOf(parameters: Readonly<Parameters>): Parameters {
  const { realm: _, ...signed } = parameters
  if ((signed.oauth_signature_method ?? 'PLAINTEXT') !== 'PLAINTEXT') return signed
  const { oauth_consumer_key = '', oauth_token = '', oauth_signature = '' } = signed
  return { oauth_consumer_key, oauth_token, oauth_signature }
}

test(`authorization fuzzing: none of ${rounds} mutated headers crashes or is wrongly accepted`, async () => {
  const { consumerKey, consumerSecret, token, secret } = setup.account
  const valid = ([undefined, 'PLAINTEXT', 'HMAC-SHA1', 'HMAC-SHA512'] as const).map((method) =>
    signedParameters(request.method, request.url, {
      method,
      secrets: [consumerSecret, secret],
      parameters: { oauth_consumer_key: consumerKey, oauth_token: token },
    }),
  )
  for (const parameters of valid) await isAccepted(headerOf(parameters))

  const random = seededRandom(seed)
  const outcomes = { accepted: 0, refused: 0 }
  for (let round = 0; round < rounds; round++) {
    const parameters = valid[round % valid.length] ?? {}
    const header = mutate(headerOf(parameters), random)
    try {
      const given = await isAccepted(header)
      outcomes.accepted += 1
      assert.deepEqual(meaningOf(given), meaningOf(parameters), `round ${round}: ${header}`)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      assert.equal(error.kind, 'unauthenticated', header)
      outcomes.refused += 1
    }
  }
  // Some harmless mutations must be accepted, otherwise the test proves nothing.
  assert.ok(outcomes.accepted > rounds / 100, JSON.stringify(outcomes))
  assert.ok(outcomes.refused > rounds / 2, JSON.stringify(outcomes))
})
