import type { Stats } from 'node:fs'
import {
  lchown,
  lstat,
  mkdir,
  open,
  opendir,
  rename,
  rmdir,
  symlink,
  unlink,
} from 'node:fs/promises'
import { inFolder, inTree, isOwnFile, namesOf, readFlags } from './descriptors.ts'

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/** Stats of an entry; `undefined` when it does not exist or is behind a symbolic link. */
export function statIn(root: string, path: string): Promise<Stats | undefined> {
  return inTree(root, path, (place) => lstat(place)).catch((error) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENAMETOOLONG') return undefined
    throw error
  })
}

/** Content of a regular file; `absent` when it does not exist, `undefined` when it is something else or too large. */
export async function readFileIn(
  root: string,
  path: string,
  maxBytes: number,
): Promise<Buffer | 'absent' | undefined> {
  return inTree(root, path, async (place, owner) => {
    const file = await open(place, readFlags).catch((error) =>
      codeOf(error) === 'ENOENT' ? ('absent' as const) : undefined,
    )
    if (file === undefined || file === 'absent') return file
    try {
      const stats = await file.stat()
      const { size } = stats
      if (!isOwnFile(stats, owner) || size > maxBytes) return undefined
      // A tenant may append meanwhile, so no more than the initial size is read.
      const content = Buffer.alloc(size)
      const { bytesRead } = await file.read(content, 0, size, 0)
      return content.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  })
}

/** Removes an entry that is not a folder; a symbolic link itself. Does nothing when there is none. */
export async function removeFileIn(root: string, path: string): Promise<void> {
  await inTree(root, path, (place) => unlink(place)).catch((error) => {
    if (!['ENOENT', 'EISDIR', 'EPERM'].includes(codeOf(error) ?? '')) throw error
  })
}

/** Moves an entry out of the tree, to a path in a folder that only the server can write. */
export async function moveOut(root: string, path: string, target: string): Promise<boolean> {
  const moved = inTree(root, path, async (place) => {
    await rename(place, target)
    return true
  })
  return (
    (await moved.catch((error) => {
      if (codeOf(error) === 'ENOENT') return false
      throw error
    })) ?? false
  )
}

/** Moves a file or folder of the server into the tree. Only an empty folder may be there. */
export async function moveIn(source: string, root: string, path: string): Promise<void> {
  const moved = await inTree(root, path, async (place) => {
    await rename(source, place)
    return true
  })
  if (!moved) throw new Error(`there is no folder for ${JSON.stringify(path)}`)
}

/** Creates missing folders of a path, for their owner. A symbolic link in place of one is an error. */
export async function makeFoldersIn(
  root: string,
  path: string,
  owner: number | undefined,
): Promise<void> {
  const names = namesOf(path) ?? []
  for (const [index] of names.entries()) {
    const made = await inTree(root, names.slice(0, index + 1).join('/'), (place) =>
      makeOne(place, owner),
    )
    if (!made) throw new Error(`there is no folder for ${JSON.stringify(path)}`)
  }
}

async function makeOne(place: string, owner: number | undefined): Promise<boolean> {
  try {
    await mkdir(place, { mode: 0o755 })
    if (owner !== undefined) await lchown(place, owner, owner)
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    return (await lstat(place)).isDirectory()
  }
}

/** Removes an empty folder. */
export async function removeEmptyFolderIn(root: string, path: string): Promise<void> {
  await inTree(root, path, (place) => rmdir(place))
}

/** Names in a folder of the tree, at most `max`, only valid UTF-8. */
export async function listFolderIn(root: string, path: string, max: number): Promise<string[]> {
  const names: string[] = []
  await inFolder(root, namesOf(path) ?? [], async (folder) => {
    for await (const { name } of await opendir(folder)) {
      if (names.push(name) >= max) break
    }
  })
  return names
}

/** Like `listFolderIn`, distinguishing folders from everything else; `''` is the root itself. */
export async function listEntriesIn(
  root: string,
  path: string,
  max: number,
): Promise<{ name: string; isFolder: boolean }[]> {
  const entries: { name: string; isFolder: boolean }[] = []
  await inFolder(root, path === '' ? [] : (namesOf(path) ?? []), async (folder) => {
    for await (const entry of await opendir(folder)) {
      if (entries.push({ name: entry.name, isFolder: entry.isDirectory() }) >= max) break
    }
  })
  return entries
}

/** Creates a symbolic link at a path where nothing exists. */
export async function linkIn(root: string, path: string, target: string): Promise<void> {
  const made = await inTree(root, path, async (place) => {
    await symlink(target, place)
    return true
  })
  if (!made) throw new Error(`there is no folder for ${JSON.stringify(path)}`)
}
