import type { Credential } from '#platform/model/identity/access/caller.ts'
import type { AuditEntryId, AuthorId, ProviderOwnerId } from '#platform/model/ids.ts'

/** `refused`: lack of role or rights; `failed`: could not be done; `begun`: outcome not known yet. */
export const auditOutcomes = ['begun', 'done', 'refused', 'failed'] as const

/** An audit entry: caller, action, target, client address and credential. */
export interface AuditEntry {
  id: AuditEntryId
  date: number
  /** Organisation or personal space of the target. */
  ownerId: ProviderOwnerId
  userId: AuthorId
  /** `application.create`, `member.remove`, … */
  action: string
  /** Ids and names in the path of the call. */
  target: string
  outcome: (typeof auditOutcomes)[number]
  credential: Credential
  /** API token id, SSH key fingerprint, or prefix of the access token. */
  credentialId: string
  consumerKey: string
  from: string
}

const kept = 8

/** Prefix of a token: enough to identify it among the user's, too short to be used. */
export const shortened = (token: string): string => `${token.slice(0, kept)}…`
