import { HOTP, Secret, TOTP } from 'otpauth'

/** What every authenticator understands without being told: SHA-1, six digits, thirty seconds. */
const defaults = { algorithm: 'SHA1', digits: 6, period: 30 }
/** As long as the output of SHA-1, as RFC 4226 recommends. */
const secretSize = 20
/** Steps before and after the current one that count, because clocks differ and people are slow. */
const window = 1
const maxNameLength = 100

/** A new shared secret, in base32 (RFC 4648) without padding. */
export const newSecret = (): string => new Secret({ size: secretSize }).base32

/** The code of a time step (RFC 6238, RFC 4226 §5.3). */
export const totp = (secret: string, step: number, digits = defaults.digits): string =>
  HOTP.generate({ ...defaults, secret: Secret.fromBase32(secret), counter: step, digits })

/** Which time step a moment is in. */
export const stepAt = (date: number): number =>
  TOTP.counter({ period: defaults.period, timestamp: date })

/** The step that a code is of, within the window; who may use it, and how often, is for the caller to say. */
export function stepOf(secret: string, code: string, date: number): number | undefined {
  // The library throws at digits that are not ASCII: they are longer in bytes than in letters.
  if (!/^[0-9]*$/.test(code)) return undefined
  const validation = { ...defaults, secret: Secret.fromBase32(secret), token: code, window }
  const delta = TOTP.validate({ ...validation, timestamp: date })
  return delta === null ? undefined : stepAt(date) + delta
}

/** What an authenticator reads from a QR code. The host tells the accounts of several platforms apart. */
export function otpauthUrl(
  secret: string,
  { email, pagesUrl }: { email: string; pagesUrl: string },
): string {
  const issuer = `Berth ${new URL(pagesUrl).hostname.replaceAll(':', '')}`.slice(0, maxNameLength)
  const label = email.slice(0, maxNameLength)
  return new TOTP({ ...defaults, issuer, label, secret }).toString()
}
