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
    description: 'The session of a browser, for pages; their forms carry a token as well.',
  },
} as const

/** Alternatives accepted by an operation; an empty one means no credentials. */
export type Security = readonly Partial<Record<keyof typeof securitySchemes, readonly []>>[]

export function securityOf({ access, isPage }: Endpoint, isOnBridge: boolean): Security {
  if (isPage) return [{}, { session: [] }]
  if (access === 'anyone') return []
  if (access === 'provider') return [{ provider: [] }]
  const signed = [{ oauth1: [] as const }, ...(isOnBridge ? [{ bearer: [] as const }] : [])]
  return access === 'visitor' ? [{}, ...signed] : signed
}
