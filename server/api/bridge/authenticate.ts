import { authenticateSigned, isBearer } from '#api/auth/authenticate.ts'
import type { Authenticate } from '#api/http/listener.ts'
import { callerByApiToken } from '#platform/identity/access/tokens/api-tokens.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** The bridge accepts API tokens; existing clients manage the tokens themselves with signed requests. */
export const authenticateOnBridge: Authenticate = async (listener, context, form) => {
  const { authorization, path } = context
  if (isBearer(authorization)) {
    const caller = await callerByApiToken(listener.platform, authorization?.slice(7).trim() ?? '')
    if (caller) return caller
    throw new Refusal('unauthenticated', 'The API token is wrong, expired or revoked.')
  }
  if (/^\/api-tokens(\/|$)/.test(path)) return authenticateSigned(listener, context, form)
  throw new Refusal(
    'unauthenticated',
    'The bridge takes API tokens: send Authorization: Bearer with a valid one. ' +
      `What is signed with OAuth 1 belongs to ${listener.addresses().api}.`,
  )
}
