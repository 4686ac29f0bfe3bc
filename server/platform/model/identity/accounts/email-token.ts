import type { UserId } from '#platform/model/ids.ts'
/** Action that a mailed link allows. */
export type Purpose = 'sign-up' | 'email' | 'password-reset'

/** A single-use secret mailed to an address: presenting it proves access to that mailbox. */
export interface MailedKey {
  /** SHA-256 of the key. */
  digest: string
  purpose: Purpose
  email: string
  /** Account of the key; `null` for a sign-up, which has none yet. */
  userId: UserId | null
  /** Data to keep until the link is followed, such as the hash of a new account's password. */
  keeps: Readonly<Record<string, string>>
  createdAt: number
  expiresAt: number
}
