import { Secret, TOTP } from 'otpauth'

/** Defaults that every authenticator app assumes: SHA-1, six digits, thirty seconds. */
const defaults = { algorithm: 'SHA1', digits: 6, period: 30 }
/** As long as the output of SHA-1, as RFC 4226 recommends. */
const secretSize = 20
/** Accepted steps before and after the current one, for clock skew and slow typing. */
const window = 1
const maxNameLength = 100

/** A new shared secret, in base32 (RFC 4648) without padding. */
export const newSecret = (): string => new Secret({ size: secretSize }).base32

/** Time step of a timestamp. */
export const stepAt = (date: number): number =>
  TOTP.counter({ period: defaults.period, timestamp: date })

/** Time step of a code within the window; replay is checked by the caller. */
export function stepOf(secret: string, code: string, date: number): number | undefined {
  // The library throws on non-ASCII digits, whose byte length differs from their string length.
  if (!/^[0-9]*$/.test(code)) return undefined
  const validation = { ...defaults, secret: Secret.fromBase32(secret), token: code, window }
  const delta = TOTP.validate({ ...validation, timestamp: date })
  return delta === null ? undefined : stepAt(date) + delta
}

/** URL for the authenticator's QR code. The host distinguishes accounts of several platforms. */
export function otpauthUrl(
  secret: string,
  { email, pagesUrl }: { email: string; pagesUrl: string },
): string {
  const issuer = `Berth ${new URL(pagesUrl).hostname.replaceAll(':', '')}`.slice(0, maxNameLength)
  const label = email.slice(0, maxNameLength)
  return new TOTP({ ...defaults, issuer, label, secret }).toString()
}
