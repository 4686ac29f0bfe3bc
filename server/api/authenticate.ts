import type { Caller } from '#platform/access/caller.ts'
import type { OAuthParameters, SignedRequest } from '#platform/access/oauth1/signature.ts'
import { callerOfSignedRequest } from '#platform/access/oauth1/verify.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'

/** Finds out who is calling from the Authorization header of the main API. */
export async function authenticate(
  platform: Platform,
  authorization: string | undefined,
  candidates: readonly SignedRequest[],
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
  return callerOfSignedRequest(platform, candidates, parameters)
}

const pair = /\s*([a-zA-Z_]+)="([^"]*)"\s*(?:,|$)/y
const longestHeader = 8192

/** The parameters of `OAuth key="value", …`, decoded; `undefined` when it is no such header. */
export function parseOAuthHeader(header: string): OAuthParameters | undefined {
  if (!/^oauth\s/i.test(header) || header.length > longestHeader) return undefined
  const parameters: Record<string, string> = {}
  pair.lastIndex = 6
  while (pair.lastIndex < header.length) {
    const match = pair.exec(header)
    if (!match?.[1] || Object.hasOwn(parameters, match[1])) return undefined
    const value = decode(match[2] ?? '')
    if (value === undefined) return undefined
    parameters[match[1]] = value
  }
  return parameters
}

function decode(text: string): string | undefined {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
