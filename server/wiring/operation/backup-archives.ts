import { createReadStream } from 'node:fs'
import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ObjectStore } from '#platform/model/object-store.ts'
import type { PlatformBackup } from '#platform/model/operation.ts'
import { openObjectFiles } from '#stores/objects/object-files.ts'
import type { SharedObjects } from '#wiring/objects/open-objects.ts'

const fileName = /^berth-\d{8}T\d{6}Z\.tar\.gz$/
const sharedFolder = 'backups/'

/** Where archives of the platform are kept. */
export interface BackupArchives {
  /** For people. */
  readonly place: string
  /** Newest first. */
  list(): Promise<PlatformBackup[]>
  /** The file to write an archive into. */
  begin(name: string): Promise<string>
  /** Keeps the archive that was written. */
  keep(name: string): Promise<void>
  remove(name: string): Promise<void>
}

/** Archives in a folder, where they are written at once. */
export function folderArchives(folder: string): BackupArchives {
  const objects = openObjectFiles(folder)
  return {
    place: folder,
    list: () => listArchives(objects, ''),
    async begin(name) {
      await makePrivate(folder)
      return join(folder, name)
    },
    keep: async () => {},
    remove: (name) => objects.remove(name),
  }
}

/** Archives in an object store. They are written into a folder of this machine first, and are in no list before they are sent. */
export function sharedArchives({ store, address }: SharedObjects, draft: string): BackupArchives {
  return {
    place: `${address}/${sharedFolder.slice(0, -1)}`,
    list: () => listArchives(store, sharedFolder),
    async begin(name) {
      await makePrivate(draft)
      for (const left of await readdir(draft)) {
        if (fileName.test(left)) await rm(join(draft, left))
      }
      return join(draft, name)
    },
    async keep(name) {
      const file = join(draft, name)
      const { size } = await stat(file)
      await store.put(sharedFolder + name, createReadStream(file), { bytes: size })
      await rm(file)
    },
    remove: (name) => store.remove(sharedFolder + name),
  }
}

/** An archive of an object store, `undefined` if there is none of this name. */
export const readArchive = (store: ObjectStore, name: string) =>
  fileName.test(name) ? store.get(sharedFolder + name) : Promise.resolve(undefined)

/** Archives hold every secret. */
async function makePrivate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
}

async function listArchives(objects: ObjectStore, folder: string): Promise<PlatformBackup[]> {
  const found: PlatformBackup[] = []
  for await (const { key, bytes, modifiedAt } of objects.list(folder)) {
    const name = key.slice(folder.length)
    if (fileName.test(name)) found.push({ name, bytes, createdAt: modifiedAt })
  }
  return found.sort((one, other) => other.name.localeCompare(one.name, 'en'))
}
