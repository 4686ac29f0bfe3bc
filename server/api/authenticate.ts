import type { Caller } from '#platform/access/caller.ts'
import type { OAuthParameters, SignedRequest } from '#platform/access/oauth1/signature.ts'
import { callerOfSignedRequest } from '#platform/access/oauth1/verify.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'

/** Finds out who is calling from the Authorization header of the main API. */
export async function authenticate(
  platform: Platform,
  authorization: string | undefined,
  request: SignedRequest,
): Promise<Caller> {
  if (!authorization) {
    throw new Refusal('unauthenticated', 'This needs credentials: sign the request with OAuth 1.')
  }
  if (/^bearer /i.test(authorization)) {
    throw new Refusal(
      'unauthenticated',
      'API tokens are for the bridge: send this request to its address instead.',
    )
  }
  const parameters = parseOAuthHeader(authorization)
  if (!parameters) {
    throw new Refusal('unauthenticated', 'The Authorization header is not one of OAuth 1.')
  }
  return callerOfSignedRequest(platform, request, parameters)
}

const pair = /^\s*([a-zA-Z_]+)="([^"]*)"\s*$/

/** The parameters of `OAuth key="value", …`, decoded; `undefined` when it is no such header. */
export function parseOAuthHeader(header: string): OAuthParameters | undefined {
  if (!/^oauth\s/i.test(header) || header.length > 8192) return undefined
  const parameters: Record<string, string> = {}
  for (const part of header.slice(6).split(',')) {
    const match = pair.exec(part)
    if (!match?.[1]) return undefined
    try {
      parameters[match[1]] = decodeURIComponent(match[2] ?? '')
    } catch {
      return undefined
    }
  }
  return parameters
}
