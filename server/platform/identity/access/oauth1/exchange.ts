import { digestOf } from '#kit/crypto/digest.ts'
import { sameText } from '#kit/crypto/same-text.ts'
import { issueAccessToken } from '#platform/identity/access/tokens/access-tokens.ts'
import type { Platform } from '#platform/identity/platform.ts'
import type { AccessToken } from '#platform/model/identity/access/consumer.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { parameterOf } from './signature.ts'
import {
  isFresh,
  isSignedWith,
  nonceAccountOf,
  replayed,
  type SignedCall,
  unauthenticated,
  wrongCredentials,
} from './verify-request.ts'

/** Last step of an authorisation: exchanges the user's agreement for an access token, once. */
export async function exchangeRequestToken(
  platform: Pick<Platform, 'store' | 'clock' | 'nonces' | 'attempts'>,
  signed: SignedCall,
  from: string,
): Promise<AccessToken> {
  const { store, clock } = platform
  const key = parameterOf(signed.parameters, 'oauth_consumer_key')
  const token = parameterOf(signed.parameters, 'oauth_token')
  const verifier = parameterOf(signed.parameters, 'oauth_verifier')
  if (!key || !token || !verifier) {
    throw new Refusal('invalid', 'oauth_consumer_key, oauth_token or oauth_verifier is missing.')
  }
  const consumer = await store.consumers.find(key)
  const waiting = await store.requestTokens.find(token)
  if (!consumer || waiting?.consumerKey !== key) throw wrongCredentials()
  if (!isSignedWith(signed, consumer, waiting.secret)) {
    throw wrongCredentials()
  }
  if (waiting.expiresAt <= clock()) {
    throw unauthenticated('The request token has expired. Start over.')
  }
  if (!(await isFresh(platform, signed, nonceAccountOf(consumer, token)))) throw replayed()
  if (!waiting.agreement) throw unauthenticated('The user has not authorized this request yet.')

  const { verifierDigest } = waiting.agreement
  await requireVerifier(platform, { token, from }, () =>
    sameText(verifierDigest, digestOf(verifier)),
  )
  // Taken atomically: a second exchange with the right verifier finds nothing.
  const agreement = (await store.requestTokens.take(token))?.agreement
  if (!agreement) throw wrongCredentials()
  const { userId, rights } = agreement
  return store.transaction(async (inside) => {
    if (!(await inside.users.find(userId)))
      throw unauthenticated('The account of the user was deleted.')
    // The user may have revoked all tokens in the meantime, which includes this one.
    if (!(await inside.consents.find(userId, key))) {
      throw unauthenticated('The user revoked the consent. Start over.')
    }
    const issue = { consumerKey: key, userId, rights, for: 'program' } as const
    return issueAccessToken({ ...platform, store: inside }, issue)
  })
}

/** Refuses a wrong verifier; after a few wrong ones the request token is spent. */
async function requireVerifier(
  { store, attempts }: Pick<Platform, 'store' | 'attempts'>,
  { token, from }: { token: string; from: string },
  isRight: () => boolean,
): Promise<void> {
  const about = { account: token, from }
  try {
    await attempts.count('verifier', about)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await store.requestTokens.take(token)
    throw unauthenticated(
      'The verifier was wrong too often, and the request token is spent. Start over.',
    )
  }
  if (!isRight()) throw unauthenticated('The verifier is wrong: send the one that was given.')
  await attempts.forgive('verifier', about)
}
