import { access, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { listFolders, readRecord } from '#engines/process/instances/instance-folder.ts'
import type { Parts } from '#engines/process/parts.ts'
import { artifactFiles } from './artifacts.ts'

type Place = Pick<Parts, 'folders' | 'trash'>

/** The artifact cannot be started any more; its files are deleted once no overlay uses them as lowerdir. */
export async function discardArtifact(place: Place, id: string): Promise<void> {
  await rm(artifactFiles(place.folders, id).record, { force: true })
  await removeDiscarded(place, id)
}

/** Deletes the files of a discarded artifact, unless an instance still uses them. */
export async function removeDiscarded({ folders, trash }: Place, id: string): Promise<void> {
  const { folder, record } = artifactFiles(folders, id)
  const isKept = await access(record).then(
    () => true,
    () => false,
  )
  if (isKept) return
  for (const instance of await listFolders(folders.instances)) {
    if ((await readRecord(join(folders.instances, instance)))?.over === id) return
  }
  await trash.throwAway(folder)
}

/** Deletes discarded artifacts that an earlier server left. */
export async function removeAllDiscarded(place: Place): Promise<void> {
  for (const id of await listFolders(place.folders.artifacts)) await removeDiscarded(place, id)
}
