import { resolve } from 'node:path'
import { streamDurably } from '#kit/files/durable-file.ts'
import { ObjectStoreError } from '#platform/model/object-store.ts'
import { openSharedObjects } from '#wiring/objects/open-objects.ts'
import { readArchive } from '#wiring/operation/backup-archives.ts'
import { type AdminContext, AdminError } from './context.ts'

/** Copies an archive from the object store into a file, for `admin restore`. */
export async function fetchBackup(
  { settings, say }: AdminContext,
  name: string,
  file: string,
): Promise<number> {
  const objects = await openSharedObjects(settings)
  if (!objects) throw new AdminError('BERTH_FILES names no object store.')
  try {
    const found = await readArchive(objects.store, name)
    if (!found) throw new AdminError(`There is no back-up ${name} in ${objects.address}.`)
    await streamDurably(resolve(file), found.content)
    say(`${resolve(file)}: ${(found.bytes / 1024 / 1024).toFixed(1)} MB.`)
    return 0
  } catch (error) {
    throw error instanceof ObjectStoreError ? new AdminError(error.message) : error
  } finally {
    objects.store.close()
  }
}
