import { opendir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BuildSandbox } from '#engines/process/builds/build-sandbox.ts'
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

/** Folder beside a shared tree with files that installing wrote elsewhere, such as a migrated `yarn.lock`. */
const outsideFolder = 'outside'

const folderIn = ({ trees }: Folders, name: string) => join(trees, name, outsideFolder)

/** Whether the files outside the tree were kept with it. */
export const hasOutsideFiles = (folders: Folders, name: string): Promise<boolean> =>
  stat(folderIn(folders, name)).then(
    () => true,
    () => false,
  )

/**
 * Moves the rest of an installation's folder beside the tree, without unchanged input files. Returns the path of a key
 * file that is no longer a regular file, which copying could not reproduce.
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

/** Files outside the tree that installing wrote, by path. */
interface OutsideFiles {
  /** Parents before their children. */
  folders: string[]
  /** Files and symbolic links. */
  leaves: string[]
}

/** Limit of a listing, in characters of its paths: an installation decides how many and how long they are. */
const maxListed = 16_000_000
/** Overhead of a path in addition to its characters. */
const entryCost = 100

/** Uses an iterator, because there may be millions; `undefined` when there are too many to list. */
async function listOutside(folder: string, signal: AbortSignal): Promise<OutsideFiles | undefined> {
  const outside: OutsideFiles = { folders: [], leaves: [] }
  const waiting = ['']
  let left = maxListed
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for await (const entry of await opendir(join(folder, at), { bufferSize: 256 })) {
      signal.throwIfAborted()
      const path = join(at, entry.name)
      left -= path.length + entryCost
      if (left < 0) return undefined
      if (entry.isDirectory()) waiting.push(path)
      outside[entry.isDirectory() ? 'folders' : 'leaves'].push(path)
    }
  }
  outside.folders.sort()
  return outside
}

export const changes = (path: string) => `changes ${JSON.stringify(path)} of the application`

/**
 * Finds what keeps a tree from being shared: a path, other than an input file, that both the application and the
 * installation have. Installing would have seen the application's file, so only a private installation is correct.
 */
export async function findObstacle(
  folders: Folders,
  name: string,
  { app, signal }: Pick<BuildSandbox, 'app' | 'signal'>,
  files: ReadonlyMap<string, Buffer>,
): Promise<string | undefined> {
  const outside = await listOutside(folderIn(folders, name), signal)
  if (!outside) return 'writes too many files outside of them'
  for (const path of outside.folders) {
    signal.throwIfAborted()
    const there = await statIn(app, path)
    if (there && !there.isDirectory()) return changes(path)
  }
  for (const path of outside.leaves) {
    signal.throwIfAborted()
    if (!files.has(path) && (await statIn(app, path))) return changes(path)
  }
  return undefined
}

/** Copies the files outside the tree into the application's folder, as installing there would have. */
export async function placeOutsideFiles(
  folders: Folders,
  name: string,
  sandbox: BuildSandbox,
): Promise<void> {
  const source = folderIn(folders, name)
  const outside = await listOutside(source, sandbox.signal)
  if (!outside || outside.folders.length + outside.leaves.length === 0) return
  const copy = join(sandbox.folder, 'outside-copy')
  await copyTree(source, copy, { signal: sandbox.signal })
  await giveTree(sandbox.user, copy)
  for (const path of outside.folders) await makeFoldersIn(sandbox.app, path, sandbox.user)
  for (const path of outside.leaves) {
    sandbox.signal.throwIfAborted()
    await moveIn(join(copy, path), sandbox.app, path)
  }
}
