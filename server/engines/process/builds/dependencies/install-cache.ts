import { mkdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { BuildSandbox } from '#engines/process/builds/build-sandbox.ts'
import { type Folders, folderOf } from '#engines/process/folders.ts'
import { lowOn, roomOf } from '#engines/process/limits/disk-shares.ts'
import type { Parts } from '#engines/process/parts.ts'
import { giveTree } from '#kit/tenant-files/trees.ts'
import type { BuildOrder } from '#platform/deployments/engine.ts'
import { keepArchives, lendArchives, pinnedHashes } from './archives.ts'
import { usesYarnArchives, yarnArchives } from './download-folders.ts'
import { keepNamed, lendNamed } from './named-archives.ts'

/** The cache for making a tree that other applications will use. */
export interface InstallCache {
  folder: string
  /** Keeps what may be used again; not called after a failure, because what is broken there must not stay. */
  keep(): Promise<void>
}

/** What an application has fetched with its credentials. */
export const privateDownloads = ({ downloads }: Folders, applicationId: string) =>
  folderOf(downloads, `${applicationId}-private`)

/**
 * Makes the cache anew for each installation, while it belongs to us, of archives whose hash we have checked and that the
 * files name: no index, no metadata, nothing temporary and no folder that an earlier installation could write to, because
 * install scripts of packages may write here.
 */
export async function openInstallCache(
  { folders, trash }: Parts,
  { folder: sandbox, user }: BuildSandbox,
  { applicationId, recipe, withoutCache }: BuildOrder,
  files: ReadonlyMap<string, Buffer>,
): Promise<InstallCache> {
  const { install, isPrivate } = recipe.dependencies ?? {}
  const cache = join(sandbox, 'cache')
  const own = isPrivate
    ? privateDownloads(folders, applicationId)
    : folderOf(folders.downloads, applicationId)
  // Others have not shown that they may read what credentials were needed for.
  const archives = isPrivate ? join(own, 'archives') : folders.archives
  const named = { own: join(own, 'named'), cache }
  const hashes = pinnedHashes(files)
  const ofNpm = install?.command.includes('npm') ? hashes : []
  const isKept = recipe.downloads !== 'thrown away'
  await mkdir(cache, { mode: 0o700 })
  if (isKept && withoutCache) await trash.throwAway(own)
  if (isKept && !withoutCache) {
    await lendArchives({ archives, cache }, ofNpm)
    await lendNamed(named, hashes)
  }
  // Yarn 1 does not make it itself.
  if (usesYarnArchives(recipe.tools)) await mkdir(join(cache, yarnArchives), { recursive: true })
  await giveTree(user, cache)
  return {
    folder: cache,
    async keep() {
      const room = await roomOf(folders.root)
      if (!isKept || (room && lowOn(room).length > 0)) return
      await mkdir(own, { recursive: true, mode: 0o700 })
      await mkdir(archives, { recursive: true })
      await keepArchives({ archives, cache }, ofNpm)
      await keepNamed(named, hashes)
      await utimes(own, new Date(), new Date())
    },
  }
}
