import type { Worker } from '#kit/concurrency/worker.ts'
import type { AddonId } from '#platform/model/ids.ts'

/**
 * A copy, in the object store, of a back-up that a built-in provider has made. The record is there before the object and
 * is removed after it, so that no object is forgotten.
 *
 *   copying   the object may be missing
 *   kept      the object is whole and durable
 *   removing  the object may be gone already
 */
export interface BackupCopy {
  addonId: AddonId
  /** The provider's id of the back-up. */
  backupId: string
  objectKey: string
  state: 'copying' | 'kept' | 'removing'
  /** Size and SHA-256 of the object; 0 and empty until it is kept. */
  bytes: number
  sha256: string
  /** End of its file name, such as `dump`; may be empty. */
  extension: string
  /** When the back-up was made, as ISO 8601. */
  date: string
  /** When the provider will delete it, as ISO 8601, if it says so. */
  deleteAt: string | null
  /** Attempts to copy it that failed because of the back-up itself. */
  failures: number
  /** When it may be tried again. */
  dueAt: number
}

/** Records outlive their add-on until their objects are removed. */
export interface BackupCopies {
  /** Newest back-up first. */
  listOf(addonId: AddonId): Promise<BackupCopy[]>
  find(copy: Pick<BackupCopy, 'addonId' | 'backupId'>): Promise<BackupCopy | undefined>
  /** Some of those whose add-on no longer exists. */
  listOrphaned(limit: number): Promise<BackupCopy[]>
  /** No effect if there is one of this back-up. */
  add(copy: BackupCopy): Promise<void>
  change(
    copy: Pick<BackupCopy, 'addonId' | 'backupId'>,
    change: Partial<Pick<BackupCopy, 'state' | 'bytes' | 'sha256' | 'failures' | 'dueAt'>>,
  ): Promise<void>
  remove(copy: Pick<BackupCopy, 'addonId' | 'backupId'>): Promise<void>
}

/** Copies the back-ups of built-in providers to the object store in the background, if there is one. */
export interface BackupCopier extends Worker {
  /** Looks soon, and until it has ended, for a back-up of this add-on that its provider is making. */
  expect(addonId: AddonId): void
}
