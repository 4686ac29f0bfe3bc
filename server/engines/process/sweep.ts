import { readdir, readFile, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { listFolders, readRecord } from '#engines/process/instances/instance-folder.ts'
import type { Clock } from '#kit/concurrency/clock.ts'
import { leastRecentlyUsed } from '#kit/least-recently-used.ts'
import { measureTrees } from '#kit/tenant-files/trees.ts'
import type { ProvidedDependencies } from './builds/dependencies/dependency-trees.ts'
import type { Folders } from './folders.ts'
import type { Parts } from './parts.ts'

/** Limits of shared caches, whose packages count for no owner's quota. */
export interface KeptLimits {
  treeBytes: number
  archiveBytes: number
}

export const noLimits: KeptLimits = {
  treeBytes: Number.POSITIVE_INFINITY,
  archiveBytes: Number.POSITIVE_INFINITY,
}

export interface SweepOptions {
  /** Entries unused for this many milliseconds are removed in any case. */
  unusedFor: number
  limits: KeptLimits
  clock: Clock
}

/**
 * Grace period for a build that has found a tree but not yet registered its use; longer in other processes, which do
 * not see registrations.
 */
const recently = { known: 60_000, unknown: 3_600_000 }

type SweptParts = Pick<Parts, 'folders' | 'trash'> & Partial<Pick<Parts, 'treesInUse'>>

/**
 * Removes entries unused for `unusedFor` milliseconds: dependency trees that no artifact or instance refers to, package
 * manager caches of one application or of all, caches of build steps, and Node's compile cache of tools. Then trims trees and archives to
 * their limits, least recently used first.
 */
export async function sweep(
  parts: SweptParts,
  { unusedFor, limits, clock }: SweepOptions,
): Promise<void> {
  const { folders, trash } = parts
  const isOld = async (path: string) => {
    const usedAt = await usedAtOf(path)
    return usedAt !== undefined && clock() - usedAt > unusedFor
  }
  for (const { path } of await unusedTrees(folders)) {
    if (await isOld(path)) await trash.throwAway(path)
  }
  await trimTrees(parts, limits.treeBytes, clock)
  for (const kept of [folders.caches, folders.buildCaches, folders.downloads, folders.compiled]) {
    for (const name of await readdir(kept)) {
      const path = join(kept, name)
      if (await isOld(path)) await trash.throwAway(path)
    }
  }
  for (const name of await readdir(folders.archives)) {
    const path = join(folders.archives, name)
    if (await isOld(path)) await rm(path, { force: true })
  }
  await trimArchives(folders.archives, limits.archiveBytes)
}

const usedAtOf = async (path: string) => (await stat(path).catch(() => undefined))?.mtimeMs

interface FoundTree {
  name: string
  /** The application of a private installation. */
  applicationId?: string
  path: string
  isUsed: boolean
}

async function listTrees(folders: Folders): Promise<FoundTree[]> {
  const used = await usedTrees(folders.artifacts, folders.instances)
  const found: FoundTree[] = []
  for (const parent of [folders.trees, folders.installations]) {
    for (const key of await readdir(parent)) {
      for (const name of await readdir(join(parent, key)).catch(() => [])) {
        const path = join(parent, key, name)
        found.push({
          name: `${key}/${name}`,
          path,
          isUsed: used.has(`${key}/${name}`),
          ...(parent === folders.installations && { applicationId: key }),
        })
      }
    }
  }
  return found
}

/** Dependency trees, shared or private, that no artifact or instance refers to. */
const unusedTrees = async (folders: Folders) =>
  (await listTrees(folders)).filter(({ isUsed }) => !isUsed)

/**
 * Removes unreferenced installations that a newer one has replaced, then unreferenced trees, least recently used first,
 * until all fit the limit. Also called after each build, because
 * every deployment without cache leaves a tree behind.
 */
export async function trimTrees(parts: SweptParts, maxBytes: number, clock: Clock): Promise<void> {
  const { folders, trash, treesInUse } = parts
  const trees = await Promise.all(
    (await listTrees(folders)).map(async ({ name, path, applicationId, isUsed }) => ({
      path,
      applicationId,
      isUsed: isUsed || (treesInUse?.has(name) ?? false),
      usedAt: (await usedAtOf(path)) ?? 0,
      bytes: await treeBytes(path),
    })),
  )
  const isUnused = ({ isUsed, usedAt }: (typeof trees)[number]) =>
    !isUsed && clock() - usedAt > recently[treesInUse ? 'known' : 'unknown']
  const outdated = trees.filter(
    (tree) => isUnused(tree) && trees.some((other) => isNewerInstallation(other, tree)),
  )
  for (const { path } of outdated) await trash.throwAway(path)
  const others = trees.filter((tree) => !outdated.includes(tree))
  for (const { path } of leastRecentlyUsed(others, maxBytes, isUnused)) await trash.throwAway(path)
  for (const parent of [folders.trees, folders.installations]) {
    for (const key of await readdir(parent)) await rmdir(join(parent, key)).catch(() => {})
  }
}

interface DatedTree {
  applicationId: string | undefined
  usedAt: number
}

/** Only the newest installation of an application is looked at by its next build. */
const isNewerInstallation = (one: DatedTree, other: DatedTree) =>
  one.applicationId !== undefined &&
  one.applicationId === other.applicationId &&
  one.usedAt > other.usedAt

const measured = new Map<string, number>()
const maxMeasured = 10_000

/** A tree never changes, so each is measured once. */
async function treeBytes(path: string): Promise<number> {
  const known = measured.get(path)
  if (known !== undefined) return known
  const { bytes } = await measureTrees([path])
  if (measured.size >= maxMeasured) measured.clear()
  measured.set(path, bytes)
  return bytes
}

/** Removes the least recently used archives until the rest fits the limit. */
export async function trimArchives(folder: string, maxBytes: number): Promise<void> {
  const archives = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const path = join(folder, name)
      const facts = await stat(path).catch(() => undefined)
      return { path, bytes: facts?.size ?? 0, usedAt: facts?.mtimeMs ?? 0 }
    }),
  )
  for (const { path } of leastRecentlyUsed(archives, maxBytes)) await rm(path, { force: true })
}

async function usedTrees(artifacts: string, instances: string): Promise<Set<string>> {
  const used = new Set<string>()
  for (const id of await listFolders(artifacts)) {
    const text = await readFile(join(artifacts, id, 'artifact.json'), 'utf8').catch(() => '{}')
    for (const name of namesOf(JSON.parse(text))) used.add(name)
  }
  for (const id of await listFolders(instances)) {
    for (const name of namesOf((await readRecord(join(instances, id))) ?? {})) used.add(name)
  }
  return used
}

const namesOf = ({ tree, layer }: ProvidedDependencies) => [
  ...(tree ? [tree.name] : []),
  ...(layer ? [layer] : []),
]
