import { digestOf } from '#kit/crypto/digest.ts'
import { newSecret } from '#kit/text/ids.ts'
import { type Consumer, isPublic, type RequestToken } from '#platform/access/consumers/consumer.ts'
import { bothAllow, type Right } from '#platform/access/rights.ts'
import type { UserId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'

/** An authorisation that waits for the user's answer. */
export interface PendingAuthorization {
  requestToken: RequestToken
  consumer: Consumer
}

type Context = Pick<Platform, 'store' | 'clock'>

/** Refuses when there is nothing to answer: unknown, too late, or answered already. */
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
 * What the user has granted before, when the consumer asks for nothing beyond what it asked for then. A consumer that
 * anybody may pose as has to ask each time.
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

/** The user lets the consumer do these things; gives the verifier that shows it. */
export async function agree(
  { store, clock }: Context,
  { requestToken: { token }, consumer }: PendingAuthorization,
  userId: UserId,
  wanted: readonly Right[],
): Promise<string> {
  const rights = grantable(consumer, wanted)
  if (rights.length === 0) {
    throw new Refusal('invalid', 'Select at least one right, or refuse.')
  }
  const verifier = newSecret(24)
  await store.transaction(async (inside) => {
    const agreement = { userId, verifierDigest: digestOf(verifier), rights }
    if (!(await inside.requestTokens.agree(token, agreement))) throw alreadyAnswered()
    const { key: consumerKey, rights: offered } = consumer
    await inside.consents.put({ userId, consumerKey, offered, granted: rights, createdAt: clock() })
  })
  return verifier
}

/** Only a consumer that may do everything can be granted everything under one name. */
function grantable({ rights }: Consumer, wanted: readonly Right[]): readonly Right[] {
  const named = rights.includes('almighty')
    ? wanted
    : wanted.filter((right) => right !== 'almighty')
  return bothAllow(named, rights)
}

/** The user does not want it: the request token is worth nothing from now on. */
export async function refuse(
  { store }: Context,
  { requestToken }: PendingAuthorization,
): Promise<void> {
  await store.requestTokens.take(requestToken.token)
}
