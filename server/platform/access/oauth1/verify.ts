import { callerOf } from '#platform/access/access-tokens.ts'
import type { Caller } from '#platform/access/caller.ts'
import type { AccessToken, Consumer } from '#platform/access/consumer.ts'
import {
  type OAuthParameters,
  type SignedRequest,
  verifySignature,
} from '#platform/access/oauth1/signature.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'

const unauthenticated = (sentence: string) => new Refusal('unauthenticated', sentence)

/**
 * Finds out who signed a request. A server has several addresses, and the caller has signed the one it knows:
 * `candidates` are the request as it looks at each. The same words for an unknown token and a wrong signature.
 */
export async function callerOfSignedRequest(
  platform: Pick<Platform, 'store' | 'clock' | 'nonces' | 'policies'>,
  candidates: readonly SignedRequest[],
  parameters: OAuthParameters,
): Promise<Caller> {
  const { oauth_consumer_key: key, oauth_token: token } = parameters
  if (!key || !token) throw unauthenticated('The request lacks oauth_consumer_key or oauth_token.')

  const consumer = await platform.store.consumers.find(key)
  const accessToken = await platform.store.accessTokens.find(token)
  if (!consumer || !accessToken || !isSignedBy(candidates, parameters, consumer, accessToken)) {
    throw unauthenticated('The credentials or the signature are wrong.')
  }
  if (key !== accessToken.consumerKey && !platform.policies.tokensAcrossConsumers) {
    throw unauthenticated('This access token was issued through another consumer.')
  }
  if (accessToken.expiresAt <= platform.clock()) {
    throw unauthenticated('The access token has expired: log in again.')
  }
  refuseReplay(platform, parameters)
  return callerOf(platform, accessToken, consumer)
}

function isSignedBy(
  candidates: readonly SignedRequest[],
  parameters: OAuthParameters,
  consumer: Consumer,
  accessToken: AccessToken,
): boolean {
  const secrets = { consumer: consumer.secret, token: accessToken.secret }
  return candidates.some((request) => verifySignature(request, parameters, secrets))
}

/** PLAINTEXT may come without nonce and timestamp; whoever sends them, or signs, is held to them. */
function refuseReplay({ nonces }: Pick<Platform, 'nonces'>, parameters: OAuthParameters) {
  const { oauth_nonce: nonce, oauth_timestamp: timestamp } = parameters
  const isPlain = (parameters.oauth_signature_method ?? 'PLAINTEXT') === 'PLAINTEXT'
  if (isPlain && nonce === undefined && timestamp === undefined) return
  const owner = `${parameters.oauth_consumer_key} ${parameters.oauth_token}`
  if (!nonces.accept(owner, nonce ?? '', Number(timestamp))) {
    throw unauthenticated(
      'The nonce was used before, or the timestamp is not of the last minutes: check the clock.',
    )
  }
}
