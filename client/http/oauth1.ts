import { createHmac, randomBytes } from 'node:crypto'
import type { AccessCredentials } from './credentials.ts'

export type Parameter = readonly [name: string, value: string]

/** Percent-encoding of RFC 5849, section 3.6: stricter than the one of URLs. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** The text that is signed (RFC 5849, section 3.4.1): method, URL, and every parameter in order. */
export function baseString(method: string, url: URL, parameters: readonly Parameter[]): string {
  const encoded = [...url.searchParams, ...parameters]
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .sort((a, b) => compare(a[0], b[0]) || compare(a[1], b[1]))
    .map(([name, value]) => `${name}=${value}`)
  return [method.toUpperCase(), `${url.origin}${url.pathname}`, encoded.join('&')]
    .map(percentEncode)
    .join('&')
}

/** The Authorization header of one request, good for this method and URL and for once. */
export function signedHeader(
  credentials: AccessCredentials,
  method: string,
  url: URL,
  now = Date.now(),
  nonce = randomBytes(16).toString('hex'),
): string {
  const parameters: Parameter[] = [
    ['oauth_consumer_key', credentials.consumerKey],
    ['oauth_nonce', nonce],
    ['oauth_signature_method', 'HMAC-SHA512'],
    ['oauth_timestamp', String(Math.floor(now / 1000))],
    ['oauth_token', credentials.token],
    ['oauth_version', '1.0'],
  ]
  const signature = createHmac('sha512', signingKey(credentials))
    .update(baseString(method, url, parameters))
    .digest('base64')
  return header([...parameters, ['oauth_signature', signature]])
}

/** An Authorization header that serves any method and URL because it carries the secrets themselves. */
export const plaintextHeader = (credentials: AccessCredentials): string =>
  header([
    ['oauth_consumer_key', credentials.consumerKey],
    ['oauth_token', credentials.token],
    ['oauth_signature_method', 'PLAINTEXT'],
    ['oauth_signature', signingKey(credentials)],
  ])

const signingKey = ({ consumerSecret, secret }: AccessCredentials) =>
  `${percentEncode(consumerSecret)}&${percentEncode(secret)}`

const header = (parameters: readonly Parameter[]) =>
  `OAuth ${parameters.map(([name, value]) => `${name}="${percentEncode(value)}"`).join(', ')}`

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
