import { createHmac, timingSafeEqual } from 'node:crypto'
import { order } from './ordered-pairs.ts'
import { type OAuthParameters, type Pairs, parameterNames, parameterOf } from './parameters.ts'

/** The signature methods we verify. PLAINTEXT is what a missing method means. */
export const signatureMethods = ['PLAINTEXT', 'HMAC-SHA1', 'HMAC-SHA512'] as const
export type SignatureMethod = (typeof signatureMethods)[number]

/** A request as its caller signed it. */
export interface SignedRequest {
  method: string
  /** Origin and path as the caller sees them, without query. */
  url: string
  /** Decoded query parameters, in any order. */
  query: Pairs
  /** Decoded parameters of a form in the body. */
  form?: Pairs
}

type Pair = Pairs[number]

const none: Pairs = []
/** Names that are known to need no encoding: to look at each again takes longer than to make the text. */
const plainNames: ReadonlySet<string> = new Set(parameterNames)
const unreserved = /^[A-Za-z0-9\-._~]*$/

/** Percent-encoding as RFC 5849 §3.6 has it: everything but letters, digits and `-._~`. */
export function percentEncode(text: string): string {
  if (unreserved.test(text)) return text
  const encoded = encodeURIComponent(text)
  if (!/[!'()*]/.test(encoded)) return encoded
  return encoded.replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** The text that an HMAC method signs: RFC 5849 §3.4.1. */
export function signatureBase(
  request: SignedRequest,
  parameters: OAuthParameters,
  query = request.query,
): string {
  const pairs: Pair[] = []
  for (const pair of parameters) {
    if (pair[0] !== 'oauth_signature' && pair[0] !== 'realm') pairs.push(encoded(pair))
  }
  for (const pair of query) pairs.push(encoded(pair))
  for (const pair of request.form ?? none) pairs.push(encoded(pair))
  // Parts that are joined once leave less behind than texts that grow.
  const parts = [percentEncode(request.method.toUpperCase()), '&', percentEncode(request.url), '&']
  let separator = ''
  for (const pair of order(pairs)) {
    parts.push(separator, pair[0], '%3D', pair[1])
    separator = '%26'
  }
  return parts.join('')
}

/** Mostly the pair itself, so that nothing new is made. */
function encoded(pair: Pair): Pair {
  const name = plainNames.has(pair[0]) ? pair[0] : encodeTwice(pair[0])
  const value = encodeTwice(pair[1])
  return name === pair[0] && value === pair[1] ? pair : [name, value]
}

/**
 * Names and values are encoded once as such and once as a part of the base string. The second time adds something to
 * percent signs only, which changes nothing about the order of two texts.
 */
function encodeTwice(text: string): string {
  if (unreserved.test(text)) return text
  return percentEncode(text).replaceAll('%', '%25')
}

/** What a right signature covers; a query that it leaves out can be changed on the way. */
export type SignatureCoverage = 'request' | 'request without query'

/** What of the request was signed with these two secrets; `undefined` when the signature is wrong. */
export function verifySignature(
  request: SignedRequest,
  parameters: OAuthParameters,
  secrets: { consumer: string; token: string },
): SignatureCoverage | undefined {
  const given = parameterOf(parameters, 'oauth_signature') ?? ''
  const key = `${percentEncode(secrets.consumer)}&${percentEncode(secrets.token)}`
  switch (parameterOf(parameters, 'oauth_signature_method') ?? 'PLAINTEXT') {
    case 'PLAINTEXT':
      return sameText(given, key) ? 'request' : undefined
    case 'HMAC-SHA1':
      return verifyHmac('sha1', key, request, parameters, given)
    case 'HMAC-SHA512':
      return verifyHmac('sha512', key, request, parameters, given)
    default:
      return undefined
  }
}

function verifyHmac(
  digest: 'sha1' | 'sha512',
  key: string,
  request: SignedRequest,
  parameters: OAuthParameters,
  given: string,
): SignatureCoverage | undefined {
  const sign = (query: SignedRequest['query']) =>
    createHmac(digest, key)
      .update(signatureBase(request, parameters, query))
      .digest('base64')
  if (sameText(given, sign(request.query))) return 'request'
  if (request.query.length === 0 || !sameText(given, sign([]))) return undefined
  return 'request without query'
}

/** Compares without telling by its duration how much was right. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
