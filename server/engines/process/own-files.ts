import { chown, constants, lchown, lstat, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { allDone } from '#kit/all-done.ts'
import { runOrThrow } from '#kit/subprocess.ts'

const deadline = 300_000
const largestFile = 16 * 1024 * 1024

/** Gives a whole folder to a user; links are given away themselves and never followed. */
export async function giveTo(user: number | undefined, folder: string): Promise<void> {
  if (user === undefined || (await giveFewTo(user, folder))) return
  await runOrThrow(['chown', '-R', '-h', `${user}:${user}`, '--', folder], { deadline })
}

const fewEntries = 100

/** As a program takes longer to start than to do this; `false` when there is more, or something that we cannot name. */
async function giveFewTo(user: number, folder: string): Promise<boolean> {
  const paths = [folder]
  const folders = [folder]
  try {
    for (let inside = folders.pop(); inside !== undefined; inside = folders.pop()) {
      for (const entry of await readdir(inside, { withFileTypes: true })) {
        const path = join(inside, entry.name)
        paths.push(path)
        if (entry.isDirectory()) folders.push(path)
      }
      if (paths.length > fewEntries) return false
    }
    await Promise.all(paths.map((path) => lchown(path, user, user)))
    return true
  } catch {
    return false
  }
}

/** Gives away a folder that has nothing in it yet. */
export async function giveEmptyTo(user: number | undefined, folder: string): Promise<void> {
  if (user !== undefined) await chown(folder, user, user)
}

/** Copies a folder as it is; blocks are shared where the file system can. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await runOrThrow(['cp', '-a', '--reflink=auto', '-T', '--', from, to], { deadline })
}

/** From now on everybody may read the tree and, where we are root, nobody but we may change it. */
export async function makeShared(user: number | undefined, folder: string): Promise<void> {
  await allDone([
    user === undefined ? undefined : giveTo(0, folder),
    runOrThrow(['chmod', '-R', 'u=rwX,go=rX', '--', folder], { deadline }),
  ])
}

/** As `makeShared`, but only this user may read it. */
export async function makePrivate(user: number | undefined, folder: string): Promise<void> {
  if (user !== undefined)
    await runOrThrow(['chown', '-R', '-h', `0:${user}`, '--', folder], { deadline })
  await runOrThrow(['chmod', '-R', 'u=rwX,g=rX,o=', '--', folder], { deadline })
}

/** What a customer's path leads to: real folders all the way and no link, or `undefined`. */
export async function realParent(root: string, path: string): Promise<string | undefined> {
  const names = path.split('/')
  if (names.some((name) => name === '' || name === '.' || name === '..')) return undefined
  let folder = root
  for (const name of names.slice(0, -1)) {
    folder = join(folder, name)
    const entry = await lstat(folder).catch(() => undefined)
    if (!entry?.isDirectory()) return undefined
  }
  return folder
}

/** The content of a regular file; `absent` when there is nothing, `undefined` when it is something else. */
export async function readRegular(
  root: string,
  path: string,
): Promise<Buffer | 'absent' | undefined> {
  const parent = await realParent(root, path)
  if (!parent) return undefined
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = await open(join(parent, path.split('/').at(-1) ?? ''), flags).catch(
    ({ code }: NodeJS.ErrnoException) => (code === 'ENOENT' ? ('absent' as const) : undefined),
  )
  if (file === undefined || file === 'absent') return file
  try {
    const facts = await file.stat()
    return facts.isFile() && facts.size <= largestFile ? await file.readFile() : undefined
  } finally {
    await file.close()
  }
}
