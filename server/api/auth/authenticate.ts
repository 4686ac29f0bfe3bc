import type { Listener } from '#api/http/listener.ts'
import { type RequestContext, signatureOf } from '#api/http/request-context.ts'
import type { Caller } from '#platform/access/caller.ts'
import { callerOfSignedRequest } from '#platform/access/oauth1/verify.ts'
import { Refusal } from '#platform/refusal.ts'

/** Finds out who is calling, by the rules of one listener. */
export type Authenticate = (
  listener: Pick<Listener, 'platform' | 'addresses'>,
  context: RequestContext,
  form: URLSearchParams | undefined,
) => Promise<Caller>

/** The main API takes what is signed with OAuth 1. */
export const authenticateSigned: Authenticate = (listener, context, form) => {
  if (isBearer(context.authorization)) {
    throw new Refusal(
      'unauthenticated',
      `API tokens are for the bridge: send this request to ${listener.addresses().bridge} instead.`,
    )
  }
  const signature = signatureOf(context, form)
  if (signature.parameters.length === 0) {
    throw new Refusal('unauthenticated', 'Authentication required: sign the request with OAuth 1.')
  }
  return callerOfSignedRequest(listener.platform, signature)
}

export const isBearer = (authorization: string | undefined) => /^bearer /i.test(authorization ?? '')
