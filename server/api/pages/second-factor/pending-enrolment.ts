import type { PageCall } from '#api/pages/page-endpoint.ts'

/**
 * Shows that it was this browser, a moment ago, whose user gave the password to set up a second factor. A session alone
 * is not enough to see the secret: whoever has stolen it could finish what was left half done, and keep the owner out.
 */
const purpose = 'second factor begun'
const lifetime = 15 * 60_000

/** What the form with the secret carries. */
export const signBegun = ({ signer, platform, visit }: PageCall): string =>
  signer.sign(purpose, `${visit.session?.digest}:${platform.clock() + lifetime}`)

export function isBegun({ signer, platform, visit, fields }: PageCall): boolean {
  const text = signer.open(purpose, fields.get('begun') ?? '') ?? ''
  const [digest, expiresAt] = text.split(':')
  return digest === visit.session?.digest && Number(expiresAt) > platform.clock()
}
