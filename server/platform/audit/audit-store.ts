import type { AuditEntryId, ProviderOwnerId, UserId } from '#platform/ids.ts'
import type { AuditEntry } from './entry.ts'

export interface Audit {
  add(entry: AuditEntry): Promise<void>
  settle(
    id: AuditEntryId,
    ending: Pick<AuditEntry, 'ownerId' | 'target' | 'outcome'>,
  ): Promise<void>
  /** Newest first; `before` is the cursor: the id of the last entry read. */
  listOf(
    ownerId: ProviderOwnerId,
    page: { limit: number; before?: AuditEntryId; action?: string; userId?: UserId },
  ): Promise<AuditEntry[]>
  removeOlderThan(date: number): Promise<void>
}
