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

/**
 * Header, form body or query, whichever has them. A library that is in wide use repeats in the body what it has in the
 * header, which counts once; whatever else is there twice is nobody's honest request.
 */
export function gatherOAuth({ authorization, query, form }: OAuthPlaces): OAuthGathered {
  const header = authorization === undefined ? {} : parseOAuthHeader(authorization)
  if (!header)
    throw new Refusal('unauthenticated', 'The Authorization header is not one of OAuth 1.')
  if (!query.some(isOurs) && !form.some(isOurs)) return { parameters: header, query, form }

  const parameters = new Parameters()
  for (const [name, value] of [...query, ...form].filter(isOurs)) {
    if (name in parameters) throw twice(name)
    parameters[name] = value
  }
  for (const [name, value] of Object.entries(header)) {
    if (name in parameters && parameters[name] !== value) throw twice(name)
    parameters[name] = value
  }
  const others = (pairs: Pairs) => pairs.filter((pair) => !isOurs(pair))
  return { parameters, query: others(query), form: others(form) }
}

const twice = (name: string) =>
  new Refusal('unauthenticated', `The request carries ${name.slice(0, 40)} twice.`)

const longestHeader = 8192
const scheme = /^oauth[ \t]/i
/** Whatever else there is has to be percent-encoded. */
const unexpected = /[^\t\x20-\x7e]/
const nameOfParameter = /^[A-Za-z_][A-Za-z0-9_]*$/
const comma = 0x2c

/** The parameters of `OAuth key="value", …`, decoded; `undefined` when it is no such header. */
export function parseOAuthHeader(header: string): OAuthParameters | undefined {
  if (header.length > longestHeader || !scheme.test(header) || unexpected.test(header)) {
    return undefined
  }
  const parameters = new Parameters()
  let at = afterSpaces(header, 6)
  while (at < header.length) {
    const opening = header.indexOf('="', at)
    const closing = opening < 0 ? -1 : header.indexOf('"', opening + 2)
    if (closing < 0) return undefined
    const name = header.slice(at, opening)
    const value = decode(header.slice(opening + 2, closing))
    if (value === undefined || name in parameters || !nameOfParameter.test(name)) return undefined
    parameters[name] = value
    at = afterSpaces(header, closing + 1)
    if (at === header.length) break
    if (header.charCodeAt(at) !== comma) return undefined
    at = afterSpaces(header, at + 1)
  }
  return parameters
}

/**
 * An object that inherits nothing, for names that strangers choose. To the engine one of a class is like its others, and
 * far quicker to fill and to list than one of `Object.create(null)`.
 */
class Parameters {
  [name: string]: string
}
Object.setPrototypeOf(Parameters.prototype, null)
Reflect.deleteProperty(Parameters.prototype, 'constructor')

function afterSpaces(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09) at += 1
  return at
}

function decode(text: string): string | undefined {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
