import { lstat, readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram } from '#providers/kit/process/run-program.ts'
import type { SystemUser } from '#providers/kit/process/system-user.ts'

const timeout = 600_000

/**
 * Deletes the folder of a stopped server. Trees of the server's user are emptied by that user in a sandbox, since they
 * may contain links; only our own files are removed by us.
 */
export async function removeServerFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => [])
  await removeOwnedTrees(names.map((name) => join(folder, name)))
  await rm(folder, { recursive: true, force: true })
}

/** Deletes a tree whose parent is ours; idempotent. */
export const removeOwnedTree = (path: string): Promise<void> => removeOwnedTrees([path])

async function removeOwnedTrees(paths: readonly string[]): Promise<void> {
  const byOwner = new Map<string, { user: SystemUser; trees: string[] }>()
  for (const path of paths) {
    const found = await lstat(path).catch(() => undefined)
    if (!found?.isDirectory() || found.uid === process.getuid?.()) {
      await rm(path, { recursive: true, force: true })
      continue
    }
    const { uid, gid } = found
    const owned = byOwner.get(`${uid}:${gid}`) ?? { user: { uid, gid }, trees: [] }
    byOwner.set(`${uid}:${gid}`, owned)
    owned.trees.push(path)
  }
  for (const { user, trees } of byOwner.values()) await emptyTrees(trees, user)
  for (const { trees } of byOwner.values()) for (const path of trees) await rmdir(path)
}

/** One sandbox for all trees of a user. */
async function emptyTrees(trees: readonly string[], user: SystemUser): Promise<void> {
  const mounts = trees.map((source, at) => ({ source, target: `/tree-${at}`, isWritable: true }))
  const targets = mounts.map(({ target }) => target)
  const options = { mounts, user, timeout }
  const empty = () => runProgram(['find', ...targets, '-mindepth', '1', '-delete'], options)
  try {
    await empty()
  } catch {
    // A folder without rights for its owner has stopped the walk.
    await runProgram(['chmod', '--recursive', 'u+rwx', ...targets], options).catch(() => {})
    await empty()
  }
}
