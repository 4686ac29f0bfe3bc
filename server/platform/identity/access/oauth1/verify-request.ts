import { callerOf } from '#platform/identity/access/tokens/access-tokens.ts'
import type { Platform } from '#platform/identity/platform.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { type Consumer, isPublic } from '#platform/model/identity/access/consumer.ts'
import { Refusal } from '#platform/model/refusal.ts'
import {
  type OAuthParameters,
  parameterOf,
  type SignedRequest,
  verifySignature,
} from './signature.ts'

/**
 * A signed request. The server has several addresses and the client signed the one it knows: `candidates` holds the
 * request as seen at each of them.
 */
export interface SignedCall {
  candidates: readonly SignedRequest[]
  parameters: OAuthParameters
}

export const unauthenticated = (sentence: string) => new Refusal('unauthenticated', sentence)

/** One message for an unknown key, an unknown token and a wrong signature. */
export const wrongCredentials = () =>
  unauthenticated('Your login has expired or was revoked, or the signature is wrong. Log in again.')

/**
 * Whether the request is signed with the consumer's and the token's secret, including the query unless the consumer is
 * exempt.
 */
export function isSignedWith(
  { candidates, parameters }: SignedCall,
  consumer: Pick<Consumer, 'secret' | 'acceptsUnsignedQuery'>,
  tokenSecret: string,
): boolean {
  const secrets = { consumer: consumer.secret, token: tokenSecret }
  for (const request of candidates) {
    const coverage = verifySignature(request, parameters, secrets)
    if (coverage === 'request') return true
    if (coverage === undefined) continue
    if (consumer.acceptsUnsignedQuery) return true
    throw unauthenticated(
      'The signature does not cover the query: sign the query as RFC 5849 says, or have the operator except this consumer in BERTH_CONSUMERS.',
    )
  }
  return false
}

/**
 * Account that a request's nonce counts against: the consumer. A public consumer is split by user, so that one user of
 * it cannot lock the others out.
 */
export const nonceAccountOf = (consumer: Consumer, user: string): string =>
  isPublic(consumer) ? `${consumer.key} ${user}` : consumer.key

/**
 * Whether the request is not a replay. PLAINTEXT may come without nonce and timestamp; if they are sent, or the
 * request is signed, they are checked.
 */
export function isFresh(
  { nonces }: Pick<Platform, 'nonces'>,
  { parameters }: Pick<SignedCall, 'parameters'>,
  account: string,
): Promise<boolean> | boolean {
  const nonce = parameterOf(parameters, 'oauth_nonce')
  const timestamp = parameterOf(parameters, 'oauth_timestamp')
  const method = parameterOf(parameters, 'oauth_signature_method')
  const isPlain = method === undefined || method === 'PLAINTEXT'
  if (isPlain && nonce === undefined && timestamp === undefined) return true
  const key = parameterOf(parameters, 'oauth_consumer_key')
  const owner = `${key} ${parameterOf(parameters, 'oauth_token') ?? ''}`
  const seconds = /^\d{1,12}$/.test(timestamp ?? '') ? Number(timestamp) : Number.NaN
  return nonces.accept(owner, nonce ?? '', seconds, account)
}

export const replayed = () =>
  unauthenticated(
    'The nonce was used before, or the timestamp is too old or in the future. Check the clock.',
  )

/** Authenticates a signed request. */
export async function callerOfSignedRequest(
  platform: Pick<Platform, 'store' | 'clock' | 'nonces' | 'policies'>,
  signed: SignedCall,
): Promise<Caller> {
  const key = parameterOf(signed.parameters, 'oauth_consumer_key')
  const token = parameterOf(signed.parameters, 'oauth_token')
  if (!key || !token) throw unauthenticated('oauth_consumer_key or oauth_token is missing.')

  const consumer = await platform.store.consumers.find(key)
  const accessToken = await platform.store.accessTokens.find(token)
  if (!consumer || !accessToken) throw wrongCredentials()
  if (!isSignedWith(signed, consumer, accessToken.secret)) throw wrongCredentials()
  if (key !== accessToken.consumerKey && !platform.policies.tokensAcrossConsumers) {
    throw unauthenticated('This access token was issued through another consumer.')
  }
  if (accessToken.expiresAt <= platform.clock()) {
    throw unauthenticated('Your login has expired or was revoked. Log in again.')
  }
  if (!(await isFresh(platform, signed, nonceAccountOf(consumer, accessToken.userId))))
    throw replayed()
  return callerOf(platform, accessToken, consumer)
}
