import { createHmac } from 'node:crypto'
import { baseString, percentEncode } from '#kit/crypto/oauth1.ts'
import { sameText } from '#kit/crypto/same-text.ts'

/** Decoded names and values. */
export type Pairs = readonly (readonly [name: string, value: string])[]

/** OAuth parameters that we read. */
export const parameterNames = [
  'oauth_consumer_key',
  'oauth_token',
  'oauth_signature_method',
  'oauth_signature',
  'oauth_timestamp',
  'oauth_nonce',
  'oauth_version',
  'oauth_callback',
  'oauth_verifier',
] as const

/**
 * Parameters of a request's signature, without duplicates. A list, not an object: clients choose the names, so keys
 * such as `__proto__` would need guarding and each name would be interned by V8.
 */
export type OAuthParameters = Pairs

/** No legitimate request has more. */
export const maxParameters = 32

/** The value of the parameter with this name. */
export function parameterOf(parameters: OAuthParameters, name: string): string | undefined {
  for (const pair of parameters) if (pair[0] === name) return pair[1]
  return undefined
}

/** Supported signature methods. A missing method means PLAINTEXT. */
export const signatureMethods = ['PLAINTEXT', 'HMAC-SHA1', 'HMAC-SHA512'] as const

/** A request as the client signed it. */
export interface SignedRequest {
  method: string
  /** Origin and path as the client sees them, without query. */
  url: string
  /** Decoded query parameters, in any order. */
  query: Pairs
  /** Decoded parameters of a form in the body. */
  form?: Pairs
}

/** Signature base string: query, form and OAuth parameters without signature and realm. */
export function signatureBase(
  request: SignedRequest,
  parameters: OAuthParameters,
  query = request.query,
): string {
  const pairs: Pairs[number][] = []
  for (const pair of parameters) {
    if (pair[0] !== 'oauth_signature' && pair[0] !== 'realm') pairs.push(pair)
  }
  for (const pair of query) pairs.push(pair)
  for (const pair of request.form ?? []) pairs.push(pair)
  return baseString(request.method, request.url, pairs)
}

/** Parts of a request covered by a valid signature; a query that is not covered can be tampered with in transit. */
export type SignatureCoverage = 'request' | 'request without query'

/** Parts of the request signed with these two secrets; `undefined` when the signature is wrong. */
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
