import {
  chmodSync,
  chownSync,
  fchmodSync,
  fchownSync,
  lstatSync,
  type Stats,
  unlinkSync,
} from 'node:fs'
import { TreeBudgetError, type WalkBudget, walkTree, withPinned } from './tree-walk.ts'

/** Gives a tree to a user. */
export interface GiveJob {
  kind: 'give'
  root: string
  user: number
}

/** Takes a tree away from whoever made it: read-only to others, or to one group. */
export interface FreezeJob {
  kind: 'freeze'
  root: string
  /** Whose files it consists of; absent where we are not root and all is ours. */
  from?: number
  /** Who may read it besides us; everybody when absent. */
  readers?: number
}

/** Counts what trees take; stops as soon as that is more than `maxBytes` or `maxInodes`. */
export interface MeasureJob {
  kind: 'measure'
  roots: readonly string[]
  maxBytes: number
  maxInodes: number
}

export type TreeJob = GiveJob | FreezeJob | MeasureJob

/** What trees take on disk; when it is not complete, it is at least that much. */
export interface TreeSize {
  bytes: number
  inodes: number
  isComplete: boolean
}

/** Does a job in this thread. */
export function doTreeJob(job: TreeJob, budget: WalkBudget): TreeSize | undefined {
  if (job.kind === 'measure') return measure(job, budget)
  if (job.kind === 'give') give(job, budget)
  else freeze(job, budget)
  return undefined
}

/**
 * Folders are given after all that is in them, so that whoever gets them cannot enter before the end. A second name of a
 * file that belongs to somebody else, and whatever is no file, folder or link, stays as it is.
 */
function give({ root, user }: GiveJob, budget: WalkBudget): void {
  walkTree(
    root,
    {
      visit: (place) =>
        withPinned(place, (pinned, stats) => {
          const isForeign = stats.isFile() && stats.nlink > 1 && stats.uid !== user
          if (!isForeign && isPlain(stats)) chownSync(pinned, user, user)
        }),
      leave: (folder) => fchownSync(folder, user, user),
    },
    budget,
  )
}

/**
 * Each folder is taken before it is read: from then on nobody else can change what its names mean. Set-user-id bits go;
 * FIFOs, sockets and devices are removed; a second name of a file that was never the user's stays as it is.
 */
function freeze({ root, from, readers }: FreezeJob, budget: WalkBudget): void {
  const group = readers ?? 0
  const [folderMode, programMode, fileMode] =
    readers === undefined ? [0o755, 0o755, 0o644] : [0o750, 0o750, 0o640]
  walkTree(
    root,
    {
      enter(folder) {
        if (from !== undefined) fchownSync(folder, 0, group)
        fchmodSync(folder, folderMode)
      },
      visit: (place) =>
        withPinned(place, (pinned, stats) => {
          if (!isPlain(stats)) return unlinkSync(place)
          if (stats.isFile() && stats.nlink > 1 && stats.uid !== (from ?? stats.uid)) return
          if (from !== undefined) chownSync(pinned, 0, group)
          if (stats.isFile()) chmodSync(pinned, stats.mode & 0o111 ? programMode : fileMode)
        }),
      ...(from === undefined ? { unlock: (place: Buffer) => chmodSync(place, 0o700) } : {}),
    },
    budget,
  )
}

const isPlain = (stats: Stats) => stats.isFile() || stats.isSymbolicLink()

/** A file with several names is counted once, as `du` does. */
function measure({ roots, maxBytes, maxInodes }: MeasureJob, budget: WalkBudget): TreeSize {
  const size: TreeSize = { bytes: 0, inodes: 0, isComplete: true }
  const seen = new Set<string>()
  const add = ({ blocks, nlink, dev, ino }: Stats, isFolder: boolean) => {
    if (!isFolder && nlink > 1) {
      const name = `${dev}:${ino}`
      if (seen.has(name)) return
      seen.add(name)
    }
    size.bytes += blocks * 512
    size.inodes += 1
    if (size.bytes > maxBytes || size.inodes > maxInodes) throw new TreeBudgetError('entries')
  }
  for (const root of roots) {
    try {
      walkTree(
        root,
        {
          enter: (_, stats) => add(stats, true),
          visit(place) {
            const stats = lstatSync(place, { throwIfNoEntry: false })
            if (stats) add(stats, false)
          },
        },
        budget,
      )
    } catch (error) {
      if (error instanceof TreeBudgetError) return { ...size, isComplete: false }
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return size
}
