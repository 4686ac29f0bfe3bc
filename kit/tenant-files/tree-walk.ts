import { closeSync, type Dir, fstatSync, opendirSync, openSync, type Stats } from 'node:fs'
import { folderFlags, pathOf, pinFlags } from './descriptors.ts'

/** Limits of a walk: a tenant decides how wide and how deep its tree is. */
export interface WalkBudget {
  maxEntries: number
  /** Each level keeps one file descriptor open. */
  maxDepth: number
  /** Point in time by the monotonic clock of the thread that walks. */
  deadline: number
}

/** The tree exceeds the limits of the walk. */
export class TreeBudgetError extends Error {
  readonly limit: 'entries' | 'depth' | 'time'
  constructor(limit: 'entries' | 'depth' | 'time') {
    super(`the tree has more ${limit} than a walk may take`)
    this.limit = limit
  }
}

/** Callbacks of a walk. Entries are passed by descriptor, because names can change meanwhile. */
export interface TreeVisitor {
  /** Called with each folder before it is read. */
  enter?(folder: number, stats: Stats): void
  /** Called with each entry that is not a folder: a path pinned to its parent. */
  visit(place: Buffer): void
  /** Called with each folder after its content. */
  leave?(folder: number, stats: Stats): void
  /** Whether to enter a folder inside the tree; every one when absent. */
  enters?(place: Buffer): boolean
  /** Called with an unreadable folder, which happens without root; then it is tried once more. */
  unlock?(place: Buffer): void
}

/**
 * Walks a tree without following symbolic links and without leaving its file system; entries that vanish meanwhile are
 * skipped.
 */
export function walkTree(root: string, visitor: TreeVisitor, budget: WalkBudget): void {
  const folder = openSync(root, folderFlags)
  try {
    walk(folder, visitor, { budget, device: fstatSync(folder).dev, entries: 0 }, 1)
  } finally {
    closeSync(folder)
  }
}

interface WalkState {
  budget: WalkBudget
  device: number
  entries: number
}

function walk(folder: number, visitor: TreeVisitor, state: WalkState, depth: number): void {
  const stats = fstatSync(folder)
  if (stats.dev !== state.device) return
  if (depth > state.budget.maxDepth) throw new TreeBudgetError('depth')
  visitor.enter?.(folder, stats)
  for (const name of visitEntries(folder, visitor, state)) {
    const place = joinName(folder, name)
    if (visitor.enters?.(place) === false) continue
    const inner = openInner(place, visitor)
    if (inner === undefined) continue
    try {
      walk(inner, visitor, state, depth + 1)
    } finally {
      closeSync(inner)
    }
  }
  visitor.leave?.(folder, stats)
}

/**
 * Visits entries that are not folders, and returns the names of the folders. Entries are read in portions, because
 * there may be millions.
 */
function visitEntries(folder: number, visitor: TreeVisitor, state: WalkState): Buffer[] {
  const folders: Buffer[] = []
  const listing = openListing(folder)
  try {
    for (let entry = listing.readSync(); entry; entry = listing.readSync()) {
      count(state)
      const name = entry.name as unknown as Buffer
      if (entry.isDirectory()) folders.push(name)
      else visitor.visit(joinName(folder, name))
    }
  } finally {
    listing.closeSync()
  }
  return folders
}

/** Names as bytes, because a tenant's names need not be UTF-8. */
const openListing = (folder: number): Dir =>
  opendirSync(pathOf(folder), { encoding: 'buffer' as BufferEncoding, bufferSize: 256 })

const joinName = (folder: number, name: Buffer) =>
  Buffer.concat([Buffer.from(`${pathOf(folder)}/`), name])

const timeLooks = 256

function count(state: WalkState): void {
  const { budget } = state
  state.entries += 1
  if (state.entries > budget.maxEntries) throw new TreeBudgetError('entries')
  if (state.entries % timeLooks === 0 && performance.now() > budget.deadline) {
    throw new TreeBudgetError('time')
  }
}

/** Opens a folder, or `undefined` when it has been replaced by something else. */
function openInner(place: Buffer, { unlock }: TreeVisitor): number | undefined {
  try {
    return openSync(place, folderFlags)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(code)) return undefined
    if (code !== 'EACCES') throw error
    if (!unlock) return undefined
    unlock(place)
    return openSync(place, folderFlags)
  }
}

/** Calls `act` with a path to the entry itself, pinned by descriptor, and its stats; not when it is gone. */
export function withPinned(place: Buffer, act: (pinned: string, stats: Stats) => void): void {
  let descriptor: number
  try {
    descriptor = openSync(place, pinFlags)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  try {
    act(pathOf(descriptor), fstatSync(descriptor))
  } finally {
    closeSync(descriptor)
  }
}
