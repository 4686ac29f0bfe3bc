import { readdir, rename, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Folders } from '#engines/process/folders.ts'
import type { Trash } from '#engines/process/trash.ts'
import { copyTree } from '#kit/tenant-files/copy-tree.ts'
import { inTree } from '#kit/tenant-files/descriptors.ts'
import {
  makeFoldersIn,
  moveIn,
  readFileIn,
  removeFileIn,
  statIn,
} from '#kit/tenant-files/entries.ts'
import { giveTree } from '#kit/tenant-files/trees.ts'
import { linkedFolder } from './linked-folders.ts'
import type { Workshop } from './workshop.ts'

/** Beside the tree in its folder among the shared ones: what installing wrote elsewhere, such as a migrated `yarn.lock`. */
const outsideFolder = 'outside'

const folderIn = ({ trees }: Folders, name: string) => join(trees, name, outsideFolder)

/** Whether all that an installation wrote was kept with the tree. */
export const hasOutsideFiles = (folders: Folders, name: string): Promise<boolean> =>
  stat(folderIn(folders, name)).then(
    () => true,
    () => false,
  )

/**
 * Moves the folder of an installation, from which the tree was taken, beside the tree, without the deciding files as they
 * were. The answer is the path of a deciding file that is no longer a file: a copy could not repeat that.
 */
export async function takeOutsideFiles(
  trash: Trash,
  room: string,
  files: ReadonlyMap<string, Buffer>,
  fresh: string,
): Promise<string | undefined> {
  await inTree(room, linkedFolder, (place) => trash.throwAway(place))
  for (const [path, content] of files) {
    const left = await readFileIn(room, path, maxBytes)
    if (left === undefined || left === 'absent') return path
    if (left.equals(content)) await removeFileIn(room, path)
  }
  await rename(room, join(fresh, outsideFolder))
  return undefined
}

const maxBytes = 64 * 1024 * 1024

/** What installing wrote outside of a tree, by path. */
interface OutsideFiles {
  /** The outer ones first. */
  folders: string[]
  /** Files and links. */
  leaves: string[]
}

async function listOutside(folder: string): Promise<OutsideFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const pathOf = ({ parentPath, name }: { parentPath: string; name: string }) =>
    relative(folder, join(parentPath, name))
  const [folders, leaves] = [true, false].map((isFolder) =>
    entries.filter((entry) => entry.isDirectory() === isFolder).map(pathOf),
  )
  return { folders: (folders ?? []).sort(), leaves: leaves ?? [] }
}

/**
 * A path that both the application and an installation have, and that decides nothing: installing would have seen the
 * application's file, so that only an installation in its own folder does the right thing.
 */
export async function findConflict(
  folders: Folders,
  name: string,
  app: string,
  files: ReadonlyMap<string, Buffer>,
): Promise<string | undefined> {
  const outside = await listOutside(folderIn(folders, name))
  for (const path of outside.folders) {
    const there = await statIn(app, path)
    if (there && !there.isDirectory()) return path
  }
  for (const path of outside.leaves) {
    if (!files.has(path) && (await statIn(app, path))) return path
  }
  return undefined
}

/** Copies what installing wrote outside of a tree into the application's folder, as installing there would have. */
export async function placeOutsideFiles(
  folders: Folders,
  name: string,
  workshop: Workshop,
): Promise<void> {
  const source = folderIn(folders, name)
  const outside = await listOutside(source)
  if (outside.folders.length + outside.leaves.length === 0) return
  const copy = join(workshop.folder, 'outside-copy')
  await copyTree(source, copy)
  await giveTree(workshop.user, copy)
  for (const path of outside.folders) await makeFoldersIn(workshop.app, path, workshop.user)
  for (const path of outside.leaves) await moveIn(join(copy, path), workshop.app, path)
}
