import type { OAuthParameters } from '#platform/access/oauth1/signature.ts'
import { Refusal } from '#platform/refusal.ts'

type Pairs = readonly (readonly [string, string])[]

/** Where a request may carry the parameters of OAuth 1, decoded. */
export interface OAuthPlaces {
  authorization: string | undefined
  query: Pairs
  form: Pairs
}

/** The parameters of OAuth 1, and what is left of query and form without them. */
export interface OAuthGathered {
  parameters: OAuthParameters
  query: Pairs
  form: Pairs
}

const isOurs = ([name]: readonly [string, string]) => name.startsWith('oauth_')

/** Header, form body or query, whichever has them; a parameter that is there twice is nobody's honest request. */
export function gatherOAuth({ authorization, query, form }: OAuthPlaces): OAuthGathered {
  const header = authorization === undefined ? {} : parseOAuthHeader(authorization)
  if (!header)
    throw new Refusal('unauthenticated', 'The Authorization header is not one of OAuth 1.')
  if (!query.some(isOurs) && !form.some(isOurs)) return { parameters: header, query, form }

  const parameters: Record<string, string> = { ...header }
  for (const [name, value] of [...query, ...form].filter(isOurs)) {
    if (Object.hasOwn(parameters, name)) {
      throw new Refusal('unauthenticated', `The request carries ${name.slice(0, 40)} twice.`)
    }
    parameters[name] = value
  }
  const others = (pairs: Pairs) => pairs.filter((pair) => !isOurs(pair))
  return { parameters, query: others(query), form: others(form) }
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
