import { randomUUID } from 'node:crypto'
import { chmod, lstat, mkdir, readdir, rename, rmdir, stat, utimes } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { findArtifact, keepArtifact } from '#engines/process/builds/artifacts.ts'
import { watchRoom } from '#engines/process/builds/build-disk-watch.ts'
import {
  type SharedTree,
  treeFolder,
} from '#engines/process/builds/dependencies/dependency-trees.ts'
import {
  copiedInstallation,
  storeInstallation,
} from '#engines/process/builds/dependencies/own/installation-store.ts'
import { layerDir, layerFolder } from '#engines/process/builds/dependencies/own/layers.ts'
import { folderOf } from '#engines/process/folders.ts'
import { lowOn, roomOf } from '#engines/process/limits/disk-shares.ts'
import { type Parts, userOf } from '#engines/process/parts.ts'
import { copyTree } from '#kit/tenant-files/copy-tree.ts'
import { giveTree, lockTree, TreeBudgetError } from '#kit/tenant-files/trees.ts'
import type { Artifact, CopyOrder } from '#platform/model/hosting/deployments/engine.ts'
import { artifactGone, Failure } from '#platform/model/hosting/deployments/failure.ts'

/**
 * Copies an artifact and its private dependencies for another application, as files of that application's user. Links to the same
 * files would not do: their owner may change them. Shared dependency trees stay shared.
 */
export async function copyArtifact(parts: Parts, order: CopyOrder): Promise<Artifact> {
  const { folders, trash, treesInUse } = parts
  const { artifact, deploymentId, signal } = order
  const found = await findArtifact(folders, artifact)
  if (!found) throw artifactGone()
  const room = await roomOf(folders.root)
  if (room && lowOn(room).length > 0) throw diskFull()
  const folder = folderOf(folders.builds, deploymentId)
  const user = userOf(parts, order.applicationNumber)
  const { app: from, tree, layer, ...facts } = found
  try {
    for (const name of [tree?.name, layer]) if (name) treesInUse.hold(deploymentId, name)
    await trash.throwAway(folder)
    await mkdir(folder, { mode: 0o700 })
    const app = join(folder, 'app')
    await copyForUser(parts, order, { from, to: app, owner: (await lstat(from)).uid, user })
    const record = {
      ...facts,
      builtFor: found.builtFor ?? order.builtFor,
      ...(layer && { layer: await copyOfLayer(parts, order, layer, user) }),
      ...(tree && { tree: await readableTree(parts, order, tree, user) }),
    }
    // Discarded meanwhile, it may have been copied in part.
    if (!(await findArtifact(folders, artifact))) throw artifactGone()
    signal.throwIfAborted()
    return await keepArtifact(parts, { folder, app }, deploymentId, record)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Failure) && !(await findArtifact(folders, artifact)))
      throw artifactGone()
    throw error
  } finally {
    treesInUse.release(deploymentId)
    await trash.throwAway(folder)
    parts.trimTrees()
  }
}

interface CopiedTree {
  from: string
  to: string
  owner: number
  user: number | undefined
}

/** Copies as the one user and gives the copy to the other, within the limits of a build. */
async function copyForUser(
  parts: Parts,
  { deploymentId, signal }: CopyOrder,
  { from, to, owner, user }: CopiedTree,
): Promise<void> {
  using watch = watchRoom({
    id: `${deploymentId}-${basename(to)}`,
    folders: [to],
    limits: parts.buildRoom,
    shares: parts.diskShares,
    pids: async () => [],
  })
  try {
    await copyTree(from, to, { owner, signal: AbortSignal.any([signal, watch.signal]) })
    await giveTree(user, to)
  } catch (error) {
    if (watch.signal.aborted || error instanceof TreeBudgetError) throw tooLarge(parts)
    throw error
  }
}

/** The layer as one of this application; copied once, however many releases of the other have it. */
async function copyOfLayer(
  parts: Parts,
  order: CopyOrder,
  layer: string,
  user: number | undefined,
): Promise<string> {
  const { folders, treesInUse } = parts
  const { applicationId, deploymentId } = order
  const known = await copiedInstallation(folders, applicationId, layer)
  if (known !== undefined) {
    treesInUse.hold(deploymentId, known)
    await utimes(join(folders.installations, known), new Date(), new Date())
    return known
  }
  const from = layerFolder(folders, layer)
  const { uid: owner, mode } = await lstat(from)
  const name = await storeInstallation(parts, { user }, order, { copyOf: layer }, async (fresh) => {
    const to = join(fresh, layerDir)
    await rmdir(to)
    await copyForUser(parts, order, { from, to, owner, user })
    await chmod(to, mode & 0o777)
    return (await stat(from).catch(() => undefined)) !== undefined
  })
  if (name === undefined) throw artifactGone()
  return name
}

/** The tree itself, or a copy of one that only the other application may read. */
async function readableTree(
  { folders, trash, treesInUse }: Parts,
  { applicationId, deploymentId, signal }: CopyOrder,
  { name, at }: SharedTree,
  user: number | undefined,
): Promise<SharedTree> {
  const from = treeFolder(folders, { name, at })
  if (user === undefined || ((await stat(from)).mode & 0o005) === 0o005) return { name, at }
  // No build looks for this key.
  const key = `${dirname(name)}-${applicationId}`
  const [known] = await readdir(folderOf(folders.trees, key)).catch(() => [])
  const copy = { name: `${key}/${known ?? randomUUID()}`, at }
  treesInUse.hold(deploymentId, copy.name)
  if (known !== undefined) return copy
  const fresh = folderOf(folders.builds, `${deploymentId}-tree`)
  await trash.throwAway(fresh)
  await mkdir(fresh, { mode: 0o700 })
  try {
    await copyTree(from, join(fresh, basename(at)), { signal })
    await giveTree(user, fresh)
    await lockTree(user, fresh)
    await mkdir(folderOf(folders.trees, key), { recursive: true })
    await rename(fresh, join(folders.trees, copy.name))
    return copy
  } finally {
    await trash.throwAway(fresh)
  }
}

const diskFull = () =>
  new Failure(
    'build',
    'The release was not promoted because the disk of the platform is nearly full.',
    ['Promote it again later, and tell the operator.'],
  )

const tooLarge = ({ buildRoom: { bytes, inodes } }: Parts) =>
  new Failure(
    'build',
    `A copy of the artifact takes more than the ${Math.round(bytes / 1024 / 1024)} MB or the ${inodes} files that a build may.`,
    [
      'Files with several hard links are copied each: install less, or ask the operator for more (BERTH_BUILD_DISK_LIMIT).',
    ],
  )
