import { digestOf } from '#kit/crypto/digest.ts'
import { newSecret } from '#kit/text/ids.ts'
import { refuseEnded } from '#platform/identity/access/watch-credential.ts'
import type { Platform } from '#platform/identity/platform.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import {
  type Consumer,
  isPublic,
  type RequestToken,
} from '#platform/model/identity/access/consumer.ts'
import { bothAllow, type Right } from '#platform/model/identity/access/rights.ts'
import type { UserId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** An authorisation waiting for the user's decision. */
export interface PendingAuthorization {
  requestToken: RequestToken
  consumer: Consumer
}

type Context = Pick<Platform, 'store' | 'clock'>

/** Refuses an unknown, expired or already answered request token. */
export async function getPending(
  { store, clock }: Context,
  token: string,
): Promise<PendingAuthorization> {
  const requestToken = await store.requestTokens.find(token)
  const consumer = requestToken && (await store.consumers.find(requestToken.consumerKey))
  if (!consumer || requestToken.expiresAt <= clock()) {
    throw new Refusal('missing', 'This request has expired. Go back to the program and start over.')
  }
  if (requestToken.agreement) throw alreadyAnswered()
  return { requestToken, consumer }
}

const alreadyAnswered = () =>
  new Refusal('conflict', 'This request was already answered. Start over in the program if needed.')

/**
 * Rights granted earlier, if the consumer requests no more than then. A public consumer, which anyone can impersonate,
 * has to ask each time.
 */
export async function rememberedConsent(
  { store }: Pick<Platform, 'store'>,
  consumer: Consumer,
  userId: UserId,
): Promise<readonly Right[] | undefined> {
  if (isPublic(consumer)) return undefined
  const consent = await store.consents.find(userId, consumer.key)
  if (!consent || consumer.rights.some((right) => !consent.offered.includes(right)))
    return undefined
  const granted = consent.granted.filter((right) => consumer.rights.includes(right))
  return granted.length > 0 ? granted : undefined
}

/** Grants the rights to the consumer; returns the verifier. */
export async function agree(
  { store, clock }: Context,
  { requestToken: { token }, consumer }: PendingAuthorization,
  caller: Caller,
  wanted: readonly Right[],
): Promise<string> {
  const { userId } = caller
  const rights = grantable(consumer, wanted)
  if (rights.length === 0) {
    throw new Refusal('invalid', 'Select at least one right, or refuse.')
  }
  const verifier = newSecret(24)
  await store.transaction(async (inside) => {
    await refuseEnded({ store: inside, clock }, caller)
    const agreement = { userId, verifierDigest: digestOf(verifier), rights }
    if (!(await inside.requestTokens.agree(token, agreement))) throw alreadyAnswered()
    const { key: consumerKey, rights: offered } = consumer
    await inside.consents.put({ userId, consumerKey, offered, granted: rights, createdAt: clock() })
  })
  return verifier
}

/** `almighty` can be granted only to a consumer that has it. */
function grantable({ rights }: Consumer, wanted: readonly Right[]): readonly Right[] {
  const named = rights.includes('almighty')
    ? wanted
    : wanted.filter((right) => right !== 'almighty')
  return bothAllow(named, rights)
}

/** The user refuses: the request token is deleted. */
export async function refuse(
  { store }: Context,
  { requestToken }: PendingAuthorization,
): Promise<void> {
  await store.requestTokens.take(requestToken.token)
}
