import type { Caller } from '#platform/access/caller.ts'
import { callerOfSignedRequest } from '#platform/access/oauth1/verify.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'
import { type Incoming, signatureOf } from './incoming.ts'

/** Finds out who is calling, by the rules of one door. */
export type Authenticate = (
  platform: Platform,
  incoming: Incoming,
  form: URLSearchParams | undefined,
) => Promise<Caller>

/** The main API takes what is signed with OAuth 1. */
export const authenticateSigned: Authenticate = async (platform, incoming, form) => {
  if (isBearer(incoming.authorization)) {
    throw new Refusal(
      'unauthenticated',
      'API tokens are for the bridge: send this request to its address instead.',
    )
  }
  const signature = signatureOf(incoming, form)
  if (Object.keys(signature.parameters).length === 0) {
    throw new Refusal('unauthenticated', 'This needs credentials: sign the request with OAuth 1.')
  }
  return callerOfSignedRequest(platform, signature.candidates, signature.parameters)
}

export const isBearer = (authorization: string | undefined) => /^bearer /i.test(authorization ?? '')
