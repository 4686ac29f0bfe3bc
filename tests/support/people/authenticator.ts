import { HOTP, Secret } from 'otpauth'

/** The code that an authenticator app shows in a time step (RFC 6238, RFC 4226 §5.3). */
export const totp = (secret: string, step: number, digits = 6): string =>
  HOTP.generate({ algorithm: 'SHA1', digits, counter: step, secret: Secret.fromBase32(secret) })
