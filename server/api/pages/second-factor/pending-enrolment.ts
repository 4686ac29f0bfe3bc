import type { PageCall } from '#api/pages/page-endpoint.ts'

/**
 * Proof that the user of this browser has just given the password to set up a second factor. A session alone must not
 * reveal the secret: with a stolen one an attacker could complete a half-finished enrolment and lock the owner out.
 */
const purpose = 'second factor begun'
const lifetime = 15 * 60_000

/** Value carried by the form with the secret. */
export const signBegun = ({ signer, platform, visit }: PageCall): string =>
  signer.sign(purpose, `${visit.session?.digest}:${platform.clock() + lifetime}`)

export function isBegun({ signer, platform, visit, fields }: PageCall): boolean {
  const text = signer.open(purpose, fields.get('begun') ?? '') ?? ''
  const [digest, expiresAt] = text.split(':')
  return digest === visit.session?.digest && Number(expiresAt) > platform.clock()
}
