import { createHmac, randomBytes } from 'node:crypto'
import type { AccessCredentials } from '#client/http/node/credentials.ts'
import { baseStringOf, type Parameter } from '#client/http/node/oauth1.ts'
import { percentEncode } from '#kit/crypto/oauth1.ts'

type Credentials = AccessCredentials

/** A GET request as text, including headers. */
export const requestText = (url: URL, headers: Record<string, string>) =>
  [
    `GET ${url.pathname}${url.search} HTTP/1.1`,
    `Host: ${url.host}`,
    'Accept: application/json',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n')

export const signatureMethods = ['PLAINTEXT', 'HMAC-SHA1', 'HMAC-SHA512'] as const
export type SignatureMethod = (typeof signatureMethods)[number]

/** Authorization header of one GET, by signature method. */
export function authorizationOf(method: SignatureMethod, credentials: Credentials, url: URL) {
  const { consumerKey, consumerSecret, token, secret } = credentials
  const key = `${percentEncode(consumerSecret)}&${percentEncode(secret)}`
  const parameters: Parameter[] = [
    ['oauth_consumer_key', consumerKey],
    ['oauth_token', token],
    ['oauth_signature_method', method],
    ...(method === 'PLAINTEXT' ? [] : freshParameters()),
  ]
  const signature =
    method === 'PLAINTEXT'
      ? key
      : createHmac(method === 'HMAC-SHA1' ? 'sha1' : 'sha512', key)
          .update(baseStringOf('GET', url, parameters))
          .digest('base64')
  const all: Parameter[] = [...parameters, ['oauth_signature', signature]]
  return `OAuth ${all.map(([name, value]) => `${name}="${percentEncode(value)}"`).join(', ')}`
}

const freshParameters = (): Parameter[] => [
  ['oauth_nonce', randomBytes(16).toString('hex')],
  ['oauth_timestamp', String(Math.floor(Date.now() / 1000))],
  ['oauth_version', '1.0'],
]
