import type { Endpoint } from '#api/http/endpoint.ts'

/** Authentication schemes. */
export const securitySchemes = {
  oauth1: {
    type: 'http',
    scheme: 'OAuth',
    description:
      'A request signed with OAuth 1 (RFC 5849): PLAINTEXT, HMAC-SHA1 or HMAC-SHA512, with the parameters in the header, the query or a form.',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'An API token, at the bridge.' },
  provider: {
    type: 'http',
    scheme: 'basic',
    description: 'The id and the password in the manifest of an add-on provider.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'ccid',
    description: 'The session of a browser. The forms of pages carry a token as well.',
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Berth-Csrf',
    description:
      "The token of the session, as `/v4/berth/session` answers: without it the cookie is ignored. Only for pages of the API's own origin, and not at the bridge.",
  },
} as const

/** Alternatives accepted by an operation; an empty one means no credentials. */
export type Security = readonly Partial<Record<keyof typeof securitySchemes, readonly []>>[]

/** Listeners that have an endpoint. */
export interface Presence {
  isOnApi: boolean
  isOnBridge: boolean
}

export function securityOf(
  { access, isPage, isSameOrigin }: Endpoint,
  { isOnApi, isOnBridge }: Presence,
): Security {
  if (isPage) return [{}, { session: [] }]
  if (access === 'anyone') return isSameOrigin ? [{ session: [] }] : []
  if (access === 'provider') return [{ provider: [] }]
  const known: Security = [
    { oauth1: [] },
    ...(isOnApi ? [{ session: [] as const, csrf: [] as const }] : []),
    ...(isOnBridge ? [{ bearer: [] as const }] : []),
  ]
  return access === 'visitor' ? [{}, ...known] : known
}
