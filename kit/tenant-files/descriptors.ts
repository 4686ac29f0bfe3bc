import { constants, type Stats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/**
 * Linux's O_PATH, which Node does not name: pins an entry without opening it, so that no FIFO or device is triggered.
 */
const O_PATH = 0o10000000
const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants

/** Opens a folder without following a symbolic link. */
export const folderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
/** Opens for reading without following a symbolic link and without blocking on a FIFO. */
export const readFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
/** Pins an entry of any kind. */
export const pinFlags = O_PATH | O_NOFOLLOW

/** Path of an open file: the kernel resolves it to the file itself, like openat(2), not by its current name. */
export const pathOf = (descriptor: number) => `/proc/self/fd/${descriptor}`

/** Path components, or `undefined` for a path that leaves the tree. */
export function namesOf(path: string): string[] | undefined {
  const names = path.split('/')
  const isOdd = names.some((name) => name === '' || name === '.' || name === '..')
  return isOdd || path.includes('\0') ? undefined : names
}

/**
 * Calls `act` with a path to the entry that stays inside the folder in which it was found. Returns `undefined` when a
 * parent is not a real folder. `root` itself must be in a folder that only the server can write.
 */
export async function inTree<T>(
  root: string,
  path: string,
  act: (place: string, owner: number) => Promise<T>,
): Promise<T | undefined> {
  const names = namesOf(path)
  if (!names) return undefined
  return inFolder(root, names.slice(0, -1), (folder, owner) =>
    act(`${folder}/${names.at(-1)}`, owner),
  )
}

/**
 * Like `inTree`, with a path to a folder itself: each component is opened by descriptor, without following links.
 * `owner` is the owner of the tree.
 */
export async function inFolder<T>(
  root: string,
  names: readonly string[],
  act: (folder: string, owner: number) => Promise<T>,
): Promise<T | undefined> {
  let folder = await openFolder(root)
  try {
    const owner = (await folder?.stat())?.uid ?? 0
    for (const name of names) {
      const next = folder && (await openFolder(`${pathOf(folder.fd)}/${name}`))
      await folder?.close()
      folder = next
    }
    return folder && (await act(pathOf(folder.fd), owner))
  } finally {
    await folder?.close()
  }
}

const notAFolder = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'])

async function openFolder(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, folderFlags)
  } catch (error) {
    if (notAFolder.has((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

/**
 * Whether a file may be read on behalf of the owner: a hard link to another user's file may not, because linking does
 * not require read permission.
 */
export const isOwnFile = (stats: Stats, owner: number) =>
  stats.isFile() && (stats.nlink === 1 || stats.uid === owner)
