import { newSecret } from '#kit/text/ids.ts'
import type { Platform } from '#platform/identity/platform.ts'
import { isPublic, type RequestToken } from '#platform/model/identity/access/consumer.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { permittedCallback } from './callback.ts'
import { parameterOf } from './signature.ts'
import {
  isFresh,
  isSignedWith,
  nonceAccountOf,
  replayed,
  type SignedCall,
  wrongCredentials,
} from './verify-request.ts'

const lifetime = 10 * 60_000

/** First step of an authorisation: issues temporary credentials to an authenticated consumer. */
export async function issueRequestToken(
  platform: Pick<Platform, 'store' | 'clock' | 'nonces' | 'attempts' | 'pagesUrl'>,
  signed: SignedCall,
  from: string,
): Promise<RequestToken> {
  const { store, clock, attempts, pagesUrl } = platform
  const key = parameterOf(signed.parameters, 'oauth_consumer_key')
  const callback = parameterOf(signed.parameters, 'oauth_callback')
  if (!key) throw new Refusal('invalid', 'oauth_consumer_key is missing.')
  const consumer = await store.consumers.find(key)
  if (!consumer || !isSignedWith(signed, consumer, '')) {
    throw wrongCredentials()
  }
  // The secret of a public consumer is publicly known, so it is counted per address: one client must not lock the
  // others out.
  await attempts.count('authorisation', {
    account: isPublic(consumer) ? `${key} ${from}` : key,
    from,
  })
  if (!(await isFresh(platform, signed, nonceAccountOf(consumer, from)))) throw replayed()
  if (consumer.rights.length === 0) {
    throw new Refusal('invalid', 'The consumer has no right that it could ask for: give it one.')
  }
  const createdAt = clock()
  const token: RequestToken = {
    token: newSecret(),
    secret: newSecret(),
    consumerKey: key,
    callback: permittedCallback(consumer, callback, pagesUrl()),
    createdAt,
    expiresAt: createdAt + lifetime,
    agreement: null,
  }
  await store.requestTokens.add(token)
  return token
}
