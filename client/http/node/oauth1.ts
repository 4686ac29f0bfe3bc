import { createHmac, randomBytes } from 'node:crypto'
import { baseString, percentEncode } from '#kit/crypto/oauth1.ts'
import type { AccessCredentials } from './credentials.ts'

export type Parameter = readonly [name: string, value: string]

/** Signature base string of a request. */
export const baseStringOf = (method: string, url: URL, parameters: readonly Parameter[]): string =>
  baseString(method, `${url.origin}${url.pathname}`, [...url.searchParams, ...parameters])

/** Authorization header of one request; valid once, for this method and URL. */
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
    .update(baseStringOf(method, url, parameters))
    .digest('base64')
  return header([...parameters, ['oauth_signature', signature]])
}

/** Authorization header with the PLAINTEXT method, valid for any method and URL because it contains the secrets. */
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
