import { createHash } from 'node:crypto'

/** Without ambiguous letters and digits. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/**
 * Eight characters derived from a token, such as `K7QX-2MPA`: two devices that know the token show the same code, for a
 * person to compare. The token cannot be derived from it.
 */
export function shortCode(token: string): string {
  const digest = createHash('sha256').update(`short code ${token}`).digest()
  const letters = Array.from(digest.subarray(0, 8), (byte) => alphabet[byte % alphabet.length])
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
}
