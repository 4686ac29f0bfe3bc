import { constants, type Stats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/** Linux's O_PATH, which Node does not name: pins an entry without opening it, so that no FIFO or device is touched. */
export const O_PATH = 0o10000000
const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants

/** Opens a folder and nothing that a link leads to. */
export const folderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
/** Opens for reading without following a link and without waiting for the writer of a FIFO. */
export const readFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
/** Pins an entry itself, whatever it is. */
export const pinFlags = O_PATH | O_NOFOLLOW

/** The path of an open file: the kernel goes to the file itself, as openat(2) does, not to what its name means by now. */
export const pathOf = (descriptor: number) => `/proc/self/fd/${descriptor}`

/** Names that lead from one folder to one of its entries, or `undefined` for a path that leaves the tree. */
export function namesOf(path: string): string[] | undefined {
  const names = path.split('/')
  const isOdd = names.some((name) => name === '' || name === '.' || name === '..')
  return isOdd || path.includes('\0') ? undefined : names
}

/**
 * Calls `act` with a path to the entry that stays inside the folder in which it was found. The answer is `undefined` when
 * what is on the way is no real folder. `root` itself must lie in a folder that only we can write.
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
 * As `inTree`, with a path to a folder itself: each one on the way is opened by descriptor, without following links.
 * `owner` is who the tree belongs to.
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
 * Whether this is a file that may be read as the owner's: a second name of somebody else's file is not, because whoever
 * links to a file need not be allowed to read it.
 */
export const isOwnFile = (stats: Stats, owner: number) =>
  stats.isFile() && (stats.nlink === 1 || stats.uid === owner)
