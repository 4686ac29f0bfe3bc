import type { Addresses } from '#api/http/endpoint.ts'
import { type Incoming, signatureOf } from '#api/http/incoming.ts'
import type { Caller } from '#platform/access/caller.ts'
import { callerOfSignedRequest } from '#platform/access/oauth1/verify.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'

/** What a listener knows that tells one caller from another, and sends those who are wrong here to the right one. */
export interface ListenerAddress {
  platform: Platform
  addresses: () => Addresses
}

/** Finds out who is calling, by the rules of one listener. */
export type Authenticate = (
  listenerAddress: ListenerAddress,
  incoming: Incoming,
  form: URLSearchParams | undefined,
) => Promise<Caller>

/** The main API takes what is signed with OAuth 1. */
export const authenticateSigned: Authenticate = (listenerAddress, incoming, form) => {
  if (isBearer(incoming.authorization)) {
    throw new Refusal(
      'unauthenticated',
      `API tokens are for the bridge: send this request to ${listenerAddress.addresses().bridge} instead.`,
    )
  }
  const signature = signatureOf(incoming, form)
  if (signature.parameters.length === 0) {
    throw new Refusal('unauthenticated', 'Authentication required: sign the request with OAuth 1.')
  }
  return callerOfSignedRequest(listenerAddress.platform, signature)
}

export const isBearer = (authorization: string | undefined) => /^bearer /i.test(authorization ?? '')
