import type { Credential } from '#platform/access/caller.ts'
import type { AuditEntryId, AuthorId, ProviderOwnerId } from '#platform/ids.ts'

/** One action, as it is kept: who did what to what, from where, and with which credential. */
export interface AuditEntry {
  id: AuditEntryId
  date: number
  /** The organisation or personal space it concerns. */
  ownerId: ProviderOwnerId
  userId: AuthorId
  /** `application.create`, `member.remove`, … */
  action: string
  /** What it was done to: the ids and names of the path. */
  target: string
  /**
   * `refused` when the caller's role or rights did not allow it, `failed` when it could not be done, `begun` until it
   * is known which.
   */
  outcome: 'begun' | 'done' | 'refused' | 'failed'
  credential: Credential
  /** The API token's id, the SSH key's fingerprint, or the beginning of the access token. */
  credentialId: string
  consumerKey: string
  from: string
}

const kept = 8

/** Enough of a token to tell it from its owner's others, and too little to be of use to anybody. */
export const shortened = (token: string): string => `${token.slice(0, kept)}…`
