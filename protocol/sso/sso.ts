import { createHash } from 'node:crypto'
import { sameText } from '#kit/crypto/same-text.ts'

/** Signed fields of a single sign-on, before any encoding. */
export interface SsoVisit {
  /** The provider's id of the resource. */
  id: string
  user_id: string
  email: string
  'nav-data': string
  /** Milliseconds since 1970 as digits; seconds for providers that require them. */
  timestamp: string
}

/** Fields of the form that a browser posts to the provider's `sso_url`. */
export interface SsoFields extends SsoVisit {
  /** SHA-512 over everything, see `signSso`. */
  signature: string
  /** SHA-1 over id, salt and timestamp only: what receivers verified before there was a signature. */
  token: string
}

const hash = (algorithm: 'sha1' | 'sha512', parts: readonly string[]) =>
  createHash(algorithm).update(parts.join(':'), 'utf8').digest('hex')

/** Lower-case hexadecimal SHA-512 of `id:user_id:email:nav-data:sso_salt:timestamp`. */
export const signSso = (visit: SsoVisit, salt: string): string =>
  hash('sha512', [visit.id, visit.user_id, visit.email, visit['nav-data'], salt, visit.timestamp])

/** Lower-case hexadecimal SHA-1 of `id:sso_salt:timestamp`. It does not cover the user, so it proves little. */
export const ssoToken = ({ id, timestamp }: Pick<SsoVisit, 'id' | 'timestamp'>, salt: string) =>
  hash('sha1', [id, salt, timestamp])

/** All fields of the form, signed. */
export const ssoFields = (visit: SsoVisit, salt: string): SsoFields => ({
  id: visit.id,
  timestamp: visit.timestamp,
  'nav-data': visit['nav-data'],
  email: visit.email,
  user_id: visit.user_id,
  signature: signSso(visit, salt),
  token: ssoToken(visit, salt),
})

export const timestampUnits = ['milliseconds', 'seconds'] as const
export type TimestampUnit = (typeof timestampUnits)[number]

/** Timestamp in the format of the form. */
export const ssoTimestamp = (milliseconds: number, unit: TimestampUnit = 'milliseconds'): string =>
  String(Math.floor(unit === 'seconds' ? milliseconds / 1000 : milliseconds))

/** Whether the signature matches these fields; a wrong salt and a changed field look the same. */
export const isSigned = (visit: SsoVisit, signature: string, salt: string): boolean =>
  sameText(signature, signSso(visit, salt))
