import { sameText } from '#kit/crypto/same-text.ts'

/** Credentials of HTTP Basic authentication. */
export interface BasicCredentials {
  id: string
  password: string
}

const maxHeaderLength = 8 * 1024

/** `Authorization` header with these credentials. */
export const basicAuth = ({ id, password }: BasicCredentials): string =>
  `Basic ${Buffer.from(`${id}:${password}`, 'utf8').toString('base64')}`

/** Id and password in an `Authorization` header, or `undefined` when it is not Basic authentication. */
export function readBasicAuth(header: string | undefined): BasicCredentials | undefined {
  if (header === undefined || header.length > maxHeaderLength) return undefined
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header)?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 ? undefined : { id: text.slice(0, colon), password: text.slice(colon + 1) }
}

/** Whether a header contains exactly these credentials, in constant time. */
export function isBasicAuth(header: string | undefined, expected: BasicCredentials): boolean {
  const given = readBasicAuth(header)
  const isId = sameText(given?.id ?? '', expected.id)
  const isPassword = sameText(given?.password ?? '', expected.password)
  return given !== undefined && isId && isPassword
}
