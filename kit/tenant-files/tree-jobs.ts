import {
  chmodSync,
  chownSync,
  fchmodSync,
  fchownSync,
  lstatSync,
  type Stats,
  unlinkSync,
} from 'node:fs'
import {
  type CompareJob,
  compareTree,
  type SnapshotJob,
  type TreeChanges,
  type TreeSnapshot,
  takeSnapshot,
} from './tree-snapshot.ts'
import { TreeBudgetError, type WalkBudget, walkTree, withPinned } from './tree-walk.ts'

/** Changes the owner of a tree. */
export interface GiveJob {
  kind: 'give'
  root: string
  user: number
}

/** Takes ownership of a tree from its tenant: read-only for others, or for one group. */
export interface FreezeJob {
  kind: 'freeze'
  root: string
  /** Owner of the files; absent when the server is not root. */
  from?: number
  /** Group that may read it; everyone when absent. */
  readers?: number
}

/** Measures trees; stops as soon as `maxBytes` or `maxInodes` is exceeded. */
export interface MeasureJob {
  kind: 'measure'
  roots: readonly string[]
  maxBytes: number
  maxInodes: number
}

export type TreeJob = GiveJob | FreezeJob | MeasureJob | SnapshotJob | CompareJob

/** Disk usage of trees; a lower bound when not complete. */
export interface TreeSize {
  bytes: number
  inodes: number
  isComplete: boolean
}

/** Result of each kind of job. */
export interface TreeResults {
  give: undefined
  freeze: undefined
  measure: TreeSize
  snapshot: TreeSnapshot
  compare: TreeChanges
}

type ResultOf<Job extends TreeJob> = TreeResults[Job['kind']]

/** Runs a job in this thread. */
export function doTreeJob<Job extends TreeJob>(job: Job, budget: WalkBudget): ResultOf<Job> {
  return resultOf(job, budget) as ResultOf<Job>
}

function resultOf(job: TreeJob, budget: WalkBudget): TreeResults[TreeJob['kind']] {
  if (job.kind === 'measure') return measure(job, budget)
  if (job.kind === 'snapshot') return takeSnapshot(job, budget)
  if (job.kind === 'compare') return compareTree(job, budget)
  if (job.kind === 'give') give(job, budget)
  else freeze(job, budget)
  return undefined
}

/**
 * A folder changes owner after its content, so that the new owner cannot enter before the end. Hard links to other
 * users' files, and anything but files, folders and symbolic links, stay unchanged.
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
 * Each folder is taken over before it is read, so that from then on only the server can change its entries. Set-user-id
 * bits are cleared; FIFOs, sockets and devices are removed; hard links to files of other users stay unchanged.
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

/** A file with several hard links is counted once, as by `du`. */
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
