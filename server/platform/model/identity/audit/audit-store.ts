import type { AuditEntryId, LogSourceId, ProviderOwnerId, UserId } from '#platform/model/ids.ts'
import type { AuditEntry } from './entry.ts'

/** An application or add-on, as far as the audit log of its owner is concerned. */
export interface AuditedResource {
  resourceId: LogSourceId
  ownerId: ProviderOwnerId
}

/** An entry with its place among those of its owner's resources: the order in which outcomes became known. */
export interface PublishedEntry {
  sequence: number
  entry: AuditEntry
}

export interface Audit {
  /** Adds an entry, and publishes it at these resources if its outcome is known. */
  add(entry: AuditEntry, resourceIds?: readonly LogSourceId[]): Promise<void>
  /** Adds the outcome of an entry, with the date of an end, and publishes it at these resources. */
  settle(
    id: AuditEntryId,
    ending: Pick<AuditEntry, 'ownerId' | 'target' | 'outcome'> & Partial<Pick<AuditEntry, 'date'>>,
    resourceIds?: readonly LogSourceId[],
  ): Promise<void>
  /** Publishes an entry at these resources, of which the outcome will not be known. */
  publish(
    entry: Pick<AuditEntry, 'id' | 'ownerId'>,
    resourceIds: readonly LogSourceId[],
  ): Promise<void>
  /** Entries that were begun before this date, have no outcome and were not published, oldest first. */
  listUnpublished(before: number, page: { limit: number; offset: number }): Promise<AuditEntry[]>
  /** Entries of these actions that were begun before this date and have no outcome, oldest first. */
  listBegun(actions: readonly string[], before: number): Promise<AuditEntry[]>
  /** Newest first; `before` is the cursor: the id of the last entry read. */
  listOf(
    ownerId: ProviderOwnerId,
    page: { limit: number; before?: AuditEntryId; action?: string; userId?: UserId },
  ): Promise<AuditEntry[]>
  /**
   * Entries of a resource in the audit log of its owner that were published after a place, in order: none appears later at
   * an earlier place.
   */
  listPublished(resource: AuditedResource, after: number, limit: number): Promise<PublishedEntry[]>
  /** Newest place of each of these that has any. */
  lastPublished(
    resources: readonly AuditedResource[],
  ): Promise<(AuditedResource & { sequence: number })[]>
  /** Number of entries after a place, counted up to a maximum. */
  countPublished(resource: AuditedResource, after: number, max: number): Promise<number>
  removeOlderThan(date: number): Promise<void>
}
