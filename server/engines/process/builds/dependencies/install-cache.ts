import { mkdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { BuildSandbox } from '#engines/process/builds/build-sandbox.ts'
import { type Folders, folderOf } from '#engines/process/folders.ts'
import { lowOn, roomOf } from '#engines/process/limits/disk-shares.ts'
import type { Parts } from '#engines/process/parts.ts'
import { giveTree } from '#kit/tenant-files/trees.ts'
import type { BuildOrder } from '#platform/model/hosting/deployments/engine.ts'
import { keepArchives, lendArchives, pinnedHashes } from './archives.ts'
import { usesYarnArchives, yarnArchives } from './download-folders.ts'
import { keepNamed, lendNamed } from './named-archives.ts'

/** Package manager cache for installing a tree that other applications will use. */
export interface InstallCache {
  folder: string
  /** Keeps the reusable archives; not called after a failure, so that a broken archive is not kept. */
  keep(): Promise<void>
}

/** Archives that an application downloaded with its credentials. */
export const privateDownloads = ({ downloads }: Folders, applicationId: string) =>
  folderOf(downloads, `${applicationId}-private`)

/**
 * Builds a fresh cache for each installation from verified archives that the lock files name: no index, no metadata, no
 * temporary files and no folder that an earlier installation could write to, because install scripts of packages may
 * write here.
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
  // Private archives: other applications have not shown that they may read what needed credentials.
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
  // Yarn 1 does not create it.
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
