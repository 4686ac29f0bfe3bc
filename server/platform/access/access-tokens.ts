import type { Caller } from '#platform/access/caller.ts'
import { sameText } from '#platform/access/oauth1/signature.ts'
import type { Platform } from '#platform/platform.ts'

/** The user of an access token and its secret, for protocols that cannot sign. */
export async function callerByAccessToken(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  token: string,
  secret: string,
): Promise<Caller | undefined> {
  const found = await store.accessTokens.find(token)
  if (!found || !sameText(found.secret, secret) || found.expiresAt <= clock()) return undefined
  return {
    userId: found.userId,
    credential: 'access token',
    credentialId: token,
    consumerKey: found.consumerKey,
  }
}
