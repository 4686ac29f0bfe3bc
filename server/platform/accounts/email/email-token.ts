import type { UserId } from '#platform/ids.ts'
/** What following a mailed link lets one do. */
export type Purpose = 'sign-up' | 'email' | 'password-reset'

/** A secret that we have mailed to an address: whoever brings it back reads the mail of that address. Works once. */
export interface MailedKey {
  /** SHA-256 of the key. */
  digest: string
  purpose: Purpose
  email: string
  /** The account it is about; a sign-up has none yet. */
  userId: UserId | null
  /** What has to be kept until the link is followed, such as the hash of a new account's password. */
  keeps: Readonly<Record<string, string>>
  createdAt: number
  expiresAt: number
}
