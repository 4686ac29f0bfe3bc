import type { Credential } from '#platform/access/caller.ts'

/** One deed, as it is kept: who did what to what, from where, and with which credential. */
export interface AuditEntry {
  id: string
  date: number
  /** The organisation or personal space it concerns. */
  ownerId: string
  userId: string
  /** `application.create`, `member.remove`, … */
  action: string
  /** What it was done to: the ids and names of the path. */
  target: string
  /** `refused` when the caller's role or rights did not allow it. */
  outcome: 'done' | 'refused' | 'failed'
  credential: Credential
  credentialId: string
  consumerKey: string
  from: string
}
