import { unlessAborted } from '#kit/concurrency/timeout.ts'
import type { ProviderContext } from '#platform/marketplace/providers/calls/call-provider.ts'
import type { ProvidedAddon } from '#platform/model/marketplace/addon.ts'
import type { BackupCopy } from '#platform/model/marketplace/backup-copy.ts'
import type { ProviderFile } from '#platform/model/marketplace/provider-client.ts'
import {
  ObjectDamagedError,
  type ObjectStore,
  ObjectStoreError,
} from '#platform/model/object-store.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { isStoreUnavailable } from '#platform/model/store-unavailable.ts'
import type { Backup } from '#protocol/databases/backups.ts'
import { pauseAfter, planCopies } from './plan-copies.ts'
import { askForBackups, openAtProvider } from './provider-backups.ts'

export interface CopyContext extends ProviderContext {
  objects: ObjectStore
  signal: AbortSignal
  log: (line: string) => void
}

/**
 * How far the copies of an add-on are.
 *
 *   complete  the object store has what the provider has, as far as it can be had now
 *   partial   more can be copied at once
 *   running   the provider is making a back-up
 */
export type CopyProgress = 'complete' | 'partial' | 'running'

/**
 * Removes the copies of an add-on whose back-ups the provider has deleted, then copies the newest back-up that is missing:
 * one at a time, so that the other add-ons have their turn in between. A provider that does not list its back-ups has
 * deleted none.
 */
export async function syncCopies(
  context: CopyContext,
  addon: ProvidedAddon,
): Promise<CopyProgress> {
  const { store, clock } = context
  const answer = await askForBackups(context, addon, addon.realId)
  if (answer.kind !== 'listed') return 'complete'
  const copies = await store.backupCopies.listOf(addon.id)
  const { missing, surplus } = planCopies(answer.backups, copies, clock())
  for (const copy of surplus) await removeCopy(context, copy)
  for (const [at, backup] of missing.entries()) {
    const isCopied = await copyBackup(context, addon, backup)
    if (isCopied && at < missing.length - 1) return 'partial'
  }
  return answer.backups.some(({ status }) => status === 'running') ? 'running' : 'complete'
}

/** Copies one back-up; `false` when its provider does not send it, or sends something else. */
async function copyBackup(
  context: CopyContext,
  addon: ProvidedAddon,
  backup: Backup,
): Promise<boolean> {
  const { signal } = context
  const { realId } = addon
  try {
    const file = await openAtProvider(context, addon, { realId, backupId: backup.id }, signal)
    await keepCopy(context, copyOf(addon, backup, file.extension ?? ''), file, backup.size)
    return true
  } catch (error) {
    if (signal.aborted || isOfStores(error)) throw error
    // It is away, or has deleted the back-up meanwhile.
    if (error instanceof Refusal) return false
    await noteFailure(context, { addonId: addon.id, backupId: backup.id }, error)
    return false
  }
}

/** The object is whole and durable before the record says so; an attempt after a crash writes the same key again. */
async function keepCopy(
  { objects, store: { backupCopies }, signal }: CopyContext,
  copy: BackupCopy,
  { stream }: ProviderFile,
  bytes: number,
): Promise<void> {
  try {
    await backupCopies.add(copy)
    const digest = await unlessAborted(objects.put(copy.objectKey, stream, { bytes }), signal)
    await backupCopies.change(copy, { ...digest, state: 'kept' })
  } finally {
    stream.destroy()
  }
}

/** The object store or the database failed: nothing can be copied now, whatever the back-up. */
const isOfStores = (error: unknown) =>
  isStoreUnavailable(error) ||
  (error instanceof ObjectStoreError && !(error instanceof ObjectDamagedError))

async function noteFailure(
  { store: { backupCopies }, clock, log }: Pick<CopyContext, 'store' | 'clock' | 'log'>,
  name: Pick<BackupCopy, 'addonId' | 'backupId'>,
  error: unknown,
): Promise<void> {
  const failures = ((await backupCopies.find(name))?.failures ?? 0) + 1
  const pause = pauseAfter(failures)
  await backupCopies.change(name, { failures, dueAt: clock() + pause })
  const { addonId, backupId } = name
  const next = `The next attempt is in ${pause / 60_000} minutes`
  log(
    `The back-up ${backupId} of ${addonId} was not copied to the object store. ${next}: ${(error as Error).message}`,
  )
}

function copyOf({ id: addonId }: ProvidedAddon, backup: Backup, extension: string): BackupCopy {
  const fileName = extension === '' ? backup.id : `${backup.id}.${extension}`
  return {
    addonId,
    backupId: backup.id,
    objectKey: `addon-backups/${addonId}/${fileName}`,
    state: 'copying',
    bytes: 0,
    sha256: '',
    extension,
    date: backup.date,
    deleteAt: backup.deleteAt ?? null,
    failures: 0,
    dueAt: 0,
  }
}

const orphanBatch = 100

/** Removes the copies of add-ons that no longer exist. */
export async function removeOrphanedCopies(
  context: Pick<CopyContext, 'objects' | 'store' | 'signal'>,
): Promise<void> {
  for (;;) {
    const orphans = await context.store.backupCopies.listOrphaned(orphanBatch)
    for (const copy of orphans) {
      context.signal.throwIfAborted()
      await removeCopy(context, copy)
    }
    if (orphans.length < orphanBatch) return
  }
}

/** It is in no list before its object goes, and its record goes last: the next round ends what a crash has interrupted. */
async function removeCopy(
  { objects, store: { backupCopies } }: Pick<CopyContext, 'objects' | 'store'>,
  copy: BackupCopy,
): Promise<void> {
  if (copy.state !== 'removing') await backupCopies.change(copy, { state: 'removing' })
  await objects.remove(copy.objectKey)
  await backupCopies.remove(copy)
}
