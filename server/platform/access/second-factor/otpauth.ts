import { digits, period } from './totp.ts'

const maxNameLength = 100

/** What an authenticator reads from a QR code. The host tells the accounts of several platforms apart. */
export function otpauthUrl(
  secret: string,
  { email, pagesUrl }: { email: string; pagesUrl: string },
): string {
  const issuer = `Berth ${new URL(pagesUrl).hostname.replaceAll(':', '')}`.slice(0, maxNameLength)
  const label = [issuer, email.slice(0, maxNameLength)].map(encodeURIComponent).join(':')
  const parameters = { secret, issuer, algorithm: 'SHA1', digits, period }
  const query = Object.entries(parameters).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  )
  return `otpauth://totp/${label}?${query.join('&')}`
}
