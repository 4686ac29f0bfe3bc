import { lchown } from 'node:fs/promises'
import { runTreeJob } from './run-tree-job.ts'
import type { TreeSize } from './tree-jobs.ts'
import type { TreeChanges, TreeSnapshot } from './tree-snapshot.ts'

export { TreeBudgetError } from './tree-walk.ts'
export type { TreeChanges, TreeSize, TreeSnapshot }

const timeout = 300_000
const measureTimeout = 60_000
const maxEntries = 10_000_000
/** Paths of 4,096 bytes have at most 2,048 folders, and no project has a quarter of that. */
export const maxDepth = 512

const budget = (milliseconds: number) => ({
  maxEntries,
  maxDepth,
  deadline: performance.now() + milliseconds,
})

/** Changes the owner of a whole tree; symbolic links themselves change owner and are never followed. */
export async function giveTree(user: number | undefined, root: string): Promise<void> {
  if (user !== undefined) await runTreeJob({ kind: 'give', root, user }, budget(timeout))
}

/** Changes the owner of an empty folder. */
export async function giveEmptyFolder(user: number | undefined, folder: string): Promise<void> {
  if (user !== undefined) await lchown(folder, user, user)
}

/** Makes the tree readable for everyone and, as root, writable only for the server. */
export async function shareTree(user: number | undefined, root: string): Promise<void> {
  const owned = user === undefined ? {} : { from: user }
  await runTreeJob({ kind: 'freeze', root, ...owned }, budget(timeout))
}

/** Like `shareTree`, but only this user may read it. */
export async function lockTree(user: number | undefined, root: string): Promise<void> {
  const owned = user === undefined ? {} : { from: user, readers: user }
  await runTreeJob({ kind: 'freeze', root, ...owned }, budget(timeout))
}

export interface MeasureOptions {
  maxBytes?: number
  maxInodes?: number
  signal?: AbortSignal
}

/** Bytes on disk and inodes of trees, some of which may not exist. Stops once a limit is exceeded. */
export async function measureTrees(
  roots: readonly string[],
  {
    maxBytes = Number.POSITIVE_INFINITY,
    maxInodes = Number.POSITIVE_INFINITY,
    signal,
  }: MeasureOptions = {},
): Promise<TreeSize> {
  const job = { kind: 'measure' as const, roots, maxBytes, maxInodes }
  return runTreeJob(job, budget(measureTimeout), signal)
}

const maxCompared = 200_000
const compareBudget = () => ({ ...budget(measureTimeout), maxEntries: maxCompared })

/** Snapshot of a tree for `compareTree`; sets all access times to 0. */
export const snapshotTree = (root: string): Promise<TreeSnapshot> =>
  runTreeJob({ kind: 'snapshot', root }, compareBudget())

/** What was made, changed, removed and, on a file system that keeps access times, read since the snapshot. */
export const compareTree = (root: string, snapshot: TreeSnapshot): Promise<TreeChanges> =>
  runTreeJob({ kind: 'compare', root, snapshot }, compareBudget())
