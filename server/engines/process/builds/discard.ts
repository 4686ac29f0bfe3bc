import { access, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { listFolders, readRecord } from '#engines/process/instances/instance-folder.ts'
import type { Parts } from '#engines/process/parts.ts'
import { artifactFiles } from './artifacts.ts'

type Place = Pick<Parts, 'folders' | 'trash'>

/** From now on the artifact cannot be started any more; its files go as soon as no instance lies over them. */
export async function discardArtifact(place: Place, id: string): Promise<void> {
  await rm(artifactFiles(place.folders, id).record, { force: true })
  await removeDiscarded(place, id)
}

/** Removes the files of a discarded artifact, unless an instance still needs them. */
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

/** What an earlier server did not come to. */
export async function removeAllDiscarded(place: Place): Promise<void> {
  for (const id of await listFolders(place.folders.artifacts)) await removeDiscarded(place, id)
}
