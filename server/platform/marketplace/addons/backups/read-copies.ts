import type { Platform } from '#platform/marketplace/platform.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { ProviderFile } from '#platform/model/marketplace/provider-client.ts'
import { ObjectStoreUnavailableError } from '#platform/model/object-store.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Backup } from '#protocol/databases/backups.ts'

type ReadContext = Pick<Platform, 'store' | 'objects'>

/** Back-ups of an add-on in the object store, newest first. */
export async function listCopies(
  { store, objects }: ReadContext,
  { id }: Pick<Addon, 'id'>,
): Promise<Backup[]> {
  if (!objects) return []
  const copies = await store.backupCopies.listOf(id)
  return copies
    .filter(({ state }) => state === 'kept')
    .map(({ backupId, date, bytes, deleteAt }) => ({
      id: backupId,
      date,
      status: 'success',
      size: bytes,
      ...(deleteAt === null ? {} : { deleteAt }),
    }))
}

/** Streams a back-up from the object store; reading fails at its end if its checksum is another one. */
export async function openCopy(
  { store, objects }: ReadContext,
  { id: addonId }: Pick<Addon, 'id'>,
  backupId: string,
): Promise<ProviderFile | undefined> {
  const copy = objects && (await store.backupCopies.find({ addonId, backupId }))
  if (copy?.state !== 'kept') return undefined
  const { objectKey, bytes, sha256, extension } = copy
  const found = await objects?.get(objectKey, { bytes, sha256 }).catch((error: unknown) => {
    if (!(error instanceof ObjectStoreUnavailableError)) throw error
    throw new Refusal('unavailable', 'The object store does not answer. Try again later.')
  })
  if (!found) return undefined
  return { size: bytes, extension: extension || undefined, stream: found.content }
}
