import { mkdir, readFile, rename, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { folderOf } from '#engines/process/folders.ts'
import { lowOn, roomOf } from '#engines/process/limits/disk-shares.ts'
import type { Parts } from '#engines/process/parts.ts'
import { copyTree } from '#kit/tenant-files/copy-tree.ts'
import { inTree } from '#kit/tenant-files/descriptors.ts'
import { makeFoldersIn, moveIn, statIn } from '#kit/tenant-files/entries.ts'
import { measureTrees } from '#kit/tenant-files/trees.ts'
import type { BuildOrder } from '#platform/model/hosting/deployments/engine.ts'
import { artifactFiles } from './artifacts.ts'
import { watchRoom } from './build-disk-watch.ts'
import type { BuildSandbox } from './build-sandbox.ts'

/** Limits of the caches of one application. */
const limits = { bytes: 1024 ** 3, inodes: 100_000 }

const maxMegabytes = limits.bytes / 1024 / 1024

const recordFile = 'cache.json'

/** What lies in the folder of an application's caches: each of these paths, under its number. */
interface CacheRecord {
  paths: string[]
  /** Versions of the tools: a cache can hold compiled code. */
  tools: string
}

const toolsOf = ({ recipe }: BuildOrder) =>
  recipe.tools
    .map(({ name, version }) => `${name} ${version}`)
    .sort()
    .join(', ')

/**
 * Copies what the last successful build has cached into the application's folder. A copy, so that a build that fails
 * leaves it as it was.
 */
export async function restoreBuildCaches(
  { folders, trash, log }: Parts,
  sandbox: BuildSandbox,
  order: BuildOrder,
): Promise<void> {
  const wanted = order.recipe.buildCaches ?? []
  const kept = folderOf(folders.buildCaches, order.applicationId)
  if (order.withoutCache || order.recipe.downloads === 'thrown away') await trash.throwAway(kept)
  const record = wanted.length > 0 ? await readRecord(kept) : undefined
  if (!record || record.tools !== toolsOf(order)) return
  await utimes(kept, new Date(), new Date())
  for (const [place, path] of record.paths.entries()) {
    if (!wanted.includes(path) || (await statIn(sandbox.app, path))) continue
    const copy = join(sandbox.folder, `cache-${place}`)
    try {
      await copyTree(join(kept, String(place)), copy, {
        owner: sandbox.user,
        signal: sandbox.signal,
      })
      await makeFoldersIn(sandbox.app, dirname(path), sandbox.user)
      await moveIn(copy, sandbox.app, path)
    } catch (error) {
      sandbox.signal.throwIfAborted()
      log(`The build cache of ${order.applicationId} was not used: ${(error as Error).message}`)
    }
  }
}

async function readRecord(kept: string): Promise<CacheRecord | undefined> {
  const text = await readFile(join(kept, recordFile), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text)
}

/** Copies the caches of a finished build from its artifact, in place of the earlier ones. */
export async function keepBuildCaches(parts: Parts, order: BuildOrder): Promise<void> {
  const { folders, trash } = parts
  const { deploymentId, applicationId, recipe } = order
  if (!recipe.buildCaches || recipe.downloads === 'thrown away') return
  const room = await roomOf(folders.root)
  if (room && lowOn(room).length > 0) return
  const { app } = artifactFiles(folders, deploymentId)
  // A starting server removes leftovers there.
  const fresh = folderOf(folders.builds, `${deploymentId}-cache`)
  await mkdir(fresh, { mode: 0o700 })
  try {
    using watch = watchRoom({
      id: `${deploymentId}-cache`,
      folders: [fresh],
      limits,
      shares: parts.diskShares,
      pids: async () => [],
    })
    const paths: string[] = []
    for (const path of recipe.buildCaches) {
      const stats = await statIn(app, path)
      if (!stats?.isDirectory()) continue
      const target = join(fresh, String(paths.length))
      await inTree(app, path, (place, owner) =>
        copyTree(place, target, { owner, signal: watch.signal }),
      )
      paths.push(path)
    }
    const { bytes, inodes } = await measureTrees([fresh])
    if (bytes > limits.bytes || inodes > limits.inodes) {
      return order.say(`The build cache is not kept: it takes more than ${maxMegabytes} MB.`)
    }
    const kept = folderOf(folders.buildCaches, applicationId)
    if (paths.length > 0) {
      const record: CacheRecord = { paths, tools: toolsOf(order) }
      await writeFile(join(fresh, recordFile), JSON.stringify(record), { mode: 0o600 })
    }
    await trash.throwAway(kept)
    if (paths.length > 0) await rename(fresh, kept)
  } finally {
    await trash.throwAway(fresh)
  }
}
