import {
  closeSync,
  futimesSync,
  lstatSync,
  openSync,
  readlinkSync,
  type Stats,
  utimesSync,
} from 'node:fs'
import { folderFlags, pathOf } from './descriptors.ts'
import { TreeBudgetError, type WalkBudget, walkTree, withPinned } from './tree-walk.ts'

/** Takes a snapshot of a tree and sets all access times to 0, so that a later comparison shows what was read. */
export interface SnapshotJob {
  kind: 'snapshot'
  root: string
}

/** Compares a tree with its snapshot. New folders are not entered. */
export interface CompareJob {
  kind: 'compare'
  root: string
  snapshot: TreeSnapshot
}

/** Identity of each entry, by path. */
export type TreeSnapshot = ReadonlyMap<string, string>

/** Paths relative to the root, which is the empty one. */
export interface TreeChanges {
  /** New entries in folders of the snapshot. */
  made: string[]
  /** Entries that were replaced or written to. */
  changed: string[]
  removed: string[]
  /** Unchanged files and symbolic links that were read. */
  read: string[]
  /** Folders whose names were read. */
  listed: string[]
}

const unread = 0

export function takeSnapshot({ root }: SnapshotJob, budget: WalkBudget): TreeSnapshot {
  const snapshot = new Map<string, string>()
  const paths = pathsBelow(root)
  walkTree(
    root,
    {
      enter: (folder, stats) => void snapshot.set(paths.enter(folder), identityOf(stats)),
      visit: (place) =>
        withPinned(place, (pinned, stats) => {
          const modifiedAt = Math.floor(stats.mtimeMs)
          snapshot.set(paths.of(place), identityOf(stats, modifiedAt))
          const hasOtherNames = stats.isFile() && stats.nlink > 1
          if (!hasOtherNames) utimesSync(pinned, unread, modifiedAt / 1000)
        }),
      leave: (folder, stats) => futimesSync(folder, unread, stats.mtimeMs / 1000),
    },
    budget,
  )
  return snapshot
}

export function compareTree({ root, snapshot }: CompareJob, budget: WalkBudget): TreeChanges {
  const changes: TreeChanges = { made: [], changed: [], removed: [], read: [], listed: [] }
  const seen = new Set<string>()
  const paths = pathsBelow(root)
  const isSame = (path: string, stats: Stats) => snapshot.get(path) === identityOf(stats)
  const note = (path: string, stats: Stats) => {
    seen.add(path)
    if (!snapshot.has(path)) return changes.made.push(path)
    if (!isSame(path, stats)) return changes.changed.push(path)
    return stats.atimeMs === unread ? 0 : changes.read.push(path)
  }
  walkTree(
    root,
    {
      enters(place) {
        const path = paths.of(place)
        const stats = lstatSync(place, { throwIfNoEntry: false })
        if (!stats) return false
        if (stats.isDirectory() && isSame(path, stats)) return true
        note(path, stats)
        return false
      },
      enter(folder, stats) {
        const path = paths.enter(folder)
        seen.add(path)
        if (stats.atimeMs !== unread) changes.listed.push(path)
      },
      visit(place) {
        const stats = lstatSync(place, { throwIfNoEntry: false })
        if (stats) note(paths.of(place), stats)
      },
    },
    budget,
  )
  changes.removed = [...snapshot.keys()].filter((path) => !seen.has(path))
  return changes
}

/** Folders change with their entries, so only their kind and inode count. */
function identityOf(stats: Stats, modifiedAt = Math.round(stats.mtimeMs)): string {
  if (stats.isDirectory()) return `folder ${stats.ino}`
  return `${stats.mode} ${stats.ino} ${stats.size} ${modifiedAt}`
}

/** Turns the descriptors of a walk into paths; entries follow the folder that was entered last. */
function pathsBelow(root: string) {
  const descriptor = openSync(root, folderFlags)
  const base = readlinkSync(pathOf(descriptor))
  closeSync(descriptor)
  const known = new Map<string, string>()
  return {
    enter(folder: number): string {
      const path = readlinkSync(pathOf(folder)).slice(base.length + 1)
      known.set(pathOf(folder), path)
      return path
    },
    of(place: Buffer): string {
      const slash = place.lastIndexOf('/')
      const name = place.toString('utf8', slash + 1)
      // Whoever compares by such a name could not find it again.
      if (!place.subarray(slash + 1).equals(Buffer.from(name))) throw new TreeBudgetError('entries')
      const folder = known.get(place.toString('latin1', 0, slash)) ?? ''
      return folder === '' ? name : `${folder}/${name}`
    },
  }
}
