import { normaliseEmail } from '#platform/identity/access/login/authenticate-password.ts'
import { Refusal } from '#platform/model/refusal.ts'

const maxEmailLength = 254
/** Addresses valid without quoting, without characters that could end an address or a header line. */
const pattern = /^[^\s\p{Cc}@<>()[\]\\,;:"]{1,64}@[^\s\p{Cc}@<>()[\]\\,;:"]{1,253}$/u

/** The address as stored: trimmed, in lower case. */
export function validateEmail(text: string): string {
  if (text.length <= maxEmailLength && pattern.test(text.trim())) return normaliseEmail(text)
  throw new Refusal('invalid', 'Invalid e-mail address: use one such as ada@example.org.', {
    reason: 'email-invalid',
  })
}
