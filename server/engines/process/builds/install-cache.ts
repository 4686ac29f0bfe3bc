import { lstat, mkdir, rename, utimes } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { folderOf } from '#engines/process/folders.ts'
import { giveEmptyTo, realParent } from '#engines/process/own-files.ts'
import type { Parts } from '#engines/process/parts.ts'
import type { BuildOrder } from '#platform/deployments/engine.ts'
import { keepArchives, lendArchives, pinnedHashes } from './archives.ts'
import { usesYarnArchives, yarnArchives, yarnGlobal } from './download-folders.ts'
import type { Workshop } from './workshop.ts'

/** Folders of managers that check what they take from there against the lock file, each time. */
const checked = [join('npm', '_cacache'), join(yarnGlobal, 'cache'), yarnArchives]

/** The cache for making a tree that other applications will use. */
export interface InstallCache {
  folder: string
  /** Keeps what may be used again; not called after a failure, because what is broken there must not stay. */
  keep(): Promise<void>
}

/**
 * Only what the package manager checks is lent. Install scripts of packages may write here, and what managers
 * trust without a look could carry one application's files into another's tree.
 */
export async function openInstallCache(
  { folders, trash }: Parts,
  { folder: workshop, user }: Workshop,
  { applicationId, recipe, withoutCache }: BuildOrder,
  files: ReadonlyMap<string, Buffer>,
): Promise<InstallCache> {
  const { install, isPrivate } = recipe.dependencies ?? {}
  const folder = join(workshop, 'cache')
  const own = folderOf(folders.downloads, isPrivate ? `${applicationId}-private` : applicationId)
  const places = { archives: folders.archives, cache: folder, user }
  const hashes = install?.command.includes('npm') ? pinnedHashes(files) : []
  const isKept = recipe.downloads !== 'thrown away'
  await makeFor(user, folder)
  if (isKept && withoutCache) await trash.throwAway(own)
  if (isKept && !withoutCache) {
    for (const path of checked) await move(own, folder, path, user)
    await lendArchives(places, hashes)
  }
  if (usesYarnArchives(recipe.tools)) await makeFor(user, join(folder, yarnArchives))
  return {
    folder,
    async keep() {
      if (!isKept) return
      // Others have not shown that they may read what credentials were needed for.
      if (!isPrivate) await keepArchives(places, hashes)
      await mkdir(own, { recursive: true })
      for (const path of checked) await move(folder, own, path, undefined)
      await utimes(own, new Date(), new Date())
    },
  }
}

async function makeFor(user: number | undefined, folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true })
  if (made !== undefined) await giveEmptyTo(user, folder)
}

/** Nothing is moved through a link: the installation may have left one. */
async function move(
  from: string,
  to: string,
  path: string,
  user: number | undefined,
): Promise<void> {
  const parent = await realParent(from, path)
  if (!parent) return
  const place = join(parent, basename(path))
  const entry = await lstat(place).catch(() => undefined)
  if (!entry?.isDirectory()) return
  const target = join(to, dirname(path))
  await makeFor(user, target)
  // Another build of the same application may have been quicker.
  await rename(place, join(target, basename(path))).catch(() => {})
}
