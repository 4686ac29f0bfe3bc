import type { Caller } from '#platform/access/caller.ts'
import { callerOf } from '#platform/access/tokens/access-tokens.ts'
import type { Platform } from '#platform/platform.ts'
import { parameterOf } from './parameters.ts'
import {
  isFresh,
  isSignedWith,
  nonceAccountOf,
  replayed,
  type SignedCall,
  unauthenticated,
  wrongCredentials,
} from './signed.ts'

/** Finds out who signed a request. */
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
  return await callerOf(platform, accessToken, consumer)
}
