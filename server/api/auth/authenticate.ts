import type { Authenticate } from '#api/http/listener.ts'
import { signatureOf } from '#api/http/request-context.ts'
import { callerOfSignedRequest } from '#platform/access/oauth1/verify.ts'
import { Refusal } from '#platform/refusal.ts'

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
