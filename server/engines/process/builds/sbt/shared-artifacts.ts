import { join } from 'node:path'
import { lowOn, roomOf } from '#engines/process/limits/disk-shares.ts'
import { listEntriesIn } from '#kit/tenant-files/entries.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'

/** Artifacts of Maven repositories for all builds. */
export interface SharedArtifacts {
  /** Read-only for builds; laid out like the cache of Coursier. */
  folder: string
  /** Keeps all of them until disposal, for a build that links to them. */
  lease(): Disposable
  /** Adds the artifacts at these paths of an application's cache, later. */
  add(paths: readonly string[], applicationId: string): void
}

/** Coursier's cache below the cache of an application; `sbt.sh` makes it so. */
export const coursierCache = 'sbt/coursier/cache'

/**
 * Where a build sees the shared artifacts, below the cache of its application. It is inside Coursier's cache because Coursier computes the
 * SHA-1 of a file outside in each build, also when a link in its cache leads to that file.
 */
export const sharedArtifactsPath = `${coursierCache}/.shared`

export const usesSharedArtifacts = (tools: readonly Tool[]): boolean =>
  tools.some(({ name }) => name === 'sbt')

const maxFolders = 10_000
const maxPaths = 20_000
const maxEntries = 2000
const maxDepth = 24

/** Paths of files in the Coursier cache of an application, up to a limit; names only, whatever the files are. */
export async function artifactPaths(cache: string): Promise<string[]> {
  const paths: string[] = []
  const folders: { path: string; depth: number }[] = [{ path: '', depth: 0 }]
  for (const folder of folders) {
    for (const { name, isFolder } of await entriesIn(cache, folder.path)) {
      const path = folder.path === '' ? name : `${folder.path}/${name}`
      if (!isFolder && !name.startsWith('.') && paths.push(path) >= maxPaths) return paths
      if (isFolder && folder.depth < maxDepth && folders.length < maxFolders) {
        folders.push({ path, depth: folder.depth + 1 })
      }
    }
  }
  return paths
}

/** Adds what the cache of an application names; not on a disk that is nearly full. */
export async function shareCache(
  shared: SharedArtifacts,
  { cache, applicationId }: { cache: string; applicationId: string },
  measure: typeof roomOf = roomOf,
): Promise<void> {
  const room = await measure(shared.folder)
  if (room && lowOn(room).length > 0) return
  shared.add(await artifactPaths(cache), applicationId)
}

/** The tenant may remove or lock folders meanwhile. */
const entriesIn = (cache: string, path: string) =>
  listEntriesIn(cache, join(coursierCache, path), maxEntries).catch(() => [])
