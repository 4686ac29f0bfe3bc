import {
  maxParameters,
  type OAuthParameters,
  type Pairs,
  parameterNames,
  parameterOf,
} from '#platform/identity/access/oauth1/signature.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** Parts of a request that may carry OAuth 1 parameters, decoded. */
export interface OAuthPlaces {
  authorization: string | undefined
  query: Pairs
  form: Pairs
}

/** The OAuth 1 parameters, and the query and form without them. */
export interface OAuthParameterSource {
  parameters: OAuthParameters
  query: Pairs
  form: Pairs
}

const isOurs = ([name]: readonly [string, string]) => name.startsWith('oauth_')

/**
 * Collects the parameters from header, form body or query. A widespread library repeats the header's parameters in the
 * body, which is tolerated; any other duplicate is refused.
 */
export function gatherOAuth({ authorization, query, form }: OAuthPlaces): OAuthParameterSource {
  const header = authorization === undefined ? [] : parseOAuthHeader(authorization)
  if (!header)
    throw new Refusal('unauthenticated', 'The Authorization header is not an OAuth 1 header.')
  if (!query.some(isOurs) && !form.some(isOurs)) return { parameters: header, query, form }

  const parameters: [string, string][] = []
  const add = (name: string, value: string) => {
    if (parameters.length === maxParameters) throw tooMany()
    parameters.push([name, value])
  }
  for (const [name, value] of [...query, ...form].filter(isOurs)) {
    if (parameterOf(parameters, name) !== undefined) throw twice(name)
    add(name, value)
  }
  for (const [name, value] of header) {
    const known = parameterOf(parameters, name)
    if (known === undefined) add(name, value)
    else if (known !== value) throw twice(name)
  }
  const others = (pairs: Pairs) => pairs.filter((pair) => !isOurs(pair))
  return { parameters, query: others(query), form: others(form) }
}

const tooMany = () => new Refusal('unauthenticated', 'The request has too many OAuth 1 parameters.')

const twice = (name: string) =>
  new Refusal('unauthenticated', `The request has ${name.slice(0, 40)} twice.`)

const maxHeaderLength = 8192
const scheme = /^oauth[ \t]/i
/** Other characters must be percent-encoded. */
const unexpected = /[^\t\x20-\x7e]/
const nameOfParameter = /^[A-Za-z_][A-Za-z0-9_]*$/
const comma = 0x2c

/** Parses `OAuth key="value", …`, decoded; `undefined` for any other header. */
export function parseOAuthHeader(header: string): OAuthParameters | undefined {
  if (header.length > maxHeaderLength || !scheme.test(header) || unexpected.test(header)) {
    return undefined
  }
  const parameters: [string, string][] = []
  let at = afterSpaces(header, 6)
  while (at < header.length) {
    const opening = header.indexOf('="', at)
    const closing = opening < 0 ? -1 : header.indexOf('"', opening + 2)
    if (closing < 0 || parameters.length === maxParameters) return undefined
    const name = nameIn(header, at, opening)
    const value = decode(header.slice(opening + 2, closing))
    if (name === undefined || value === undefined) return undefined
    if (parameterOf(parameters, name) !== undefined) return undefined
    parameters.push([name, value])
    at = afterSpaces(header, closing + 1)
    if (at === header.length) break
    if (header.charCodeAt(at) !== comma) return undefined
    at = afterSpaces(header, at + 1)
  }
  return parameters
}

/** Well-known names are compared in place, because slicing a string takes longer. */
function nameIn(header: string, from: number, to: number): string | undefined {
  for (const name of parameterNames) {
    if (name.length === to - from && header.startsWith(name, from)) return name
  }
  const name = header.slice(from, to)
  return nameOfParameter.test(name) ? name : undefined
}

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
