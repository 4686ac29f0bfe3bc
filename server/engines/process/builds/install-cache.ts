import { lstat, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { giveEmptyTo } from '#engines/process/own-files.ts'

/** What npm has fetched, by hash: it is checked against the lock file each time it is used. */
const checked = join('npm', '_cacache')

/**
 * The cache for making a tree that other applications will use. Of what the application's own builds have left in
 * their cache only that part is lent which the package manager checks; install scripts of packages trust the
 * rest, so it could carry one application's files into another.
 */
export async function openInstallCache(
  cache: string,
  folder: string,
  user: number | undefined,
): Promise<{ folder: string; close(): Promise<void> }> {
  for (const path of [folder, join(folder, 'npm'), join(cache, 'npm')]) {
    await makeFor(user, path)
  }
  await move(cache, folder)
  return { folder, close: () => move(folder, cache) }
}

/** What is there already may be a link that the application has made, and is left as it is. */
async function makeFor(user: number | undefined, path: string): Promise<void> {
  const made = await mkdir(path).then(
    () => true,
    () => false,
  )
  if (made) await giveEmptyTo(user, path)
}

/** Nothing is moved through a link: both ends were in the hands of the application. */
async function move(from: string, to: string): Promise<void> {
  const places = [join(from, 'npm'), join(from, checked), join(to, 'npm')]
  for (const place of places) {
    const entry = await lstat(place).catch(() => undefined)
    if (!entry?.isDirectory()) return
  }
  const isThere = await lstat(join(to, checked)).catch(() => undefined)
  if (!isThere) await rename(join(from, checked), join(to, checked))
}
