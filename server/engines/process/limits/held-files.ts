import { readdirSync, readFileSync, type Stats, statfsSync, statSync } from 'node:fs'
import type { TreeSize } from '#kit/tenant-files/trees.ts'
import { isHolding, unixSocketsAround, workInKernel } from './blocking-syscalls.ts'

/** Descriptors and mappings that one look goes through; whoever has more is not counted to the end. */
const maxLinks = 100_000
const overlayType = 0x794c7630

/** Deleted files that processes hold. */
export interface HeldFiles extends TreeSize {
  /**
   * Descriptors that wait in queues of Unix sockets, such sockets that have no descriptor themselves, and calls that hold a file:
   * what these take is shown nowhere.
   */
  inFlight: number
  /** Threads at work in the kernel, each with its user time so far. */
  inKernel: string[]
}

/** Whose files are counted, and on the disk of which folders. */
export interface HeldFilesQuestion {
  pids: readonly number[]
  folders: readonly string[]
  proc: string
  countsInFlight: boolean
}

/** Counts with blocking system calls, some of which wait for locks that a process of a tenant may hold as long as it likes. */
export function countHeldFiles({
  pids,
  folders,
  proc,
  countsInFlight,
}: HeldFilesQuestion): HeldFiles {
  const devices = new Set(folders.flatMap((folder) => statOf(folder)?.dev ?? []))
  const held: HeldFiles = { bytes: 0, inodes: 0, isComplete: true, inFlight: 0, inKernel: [] }
  const seen = new Set<string>()
  let links = 0
  const around = countsInFlight ? socketsAround(proc, pids) : new Set<string>()
  // The newest first: a process that passes its descriptors on to a child and ends may be gone otherwise.
  for (const pid of pids.toSorted((one, other) => other - one)) {
    for (const path of linksOf(proc, pid)) {
      if (++links > maxLinks) return { ...held, isComplete: false }
      const stats = statOf(path)
      const isSocket = countsInFlight && stats?.isSocket()
      if (!stats || (!isSocket && !isDeleted(stats, path, devices))) continue
      const key = `${stats.dev}:${stats.ino}`
      if (seen.has(key)) continue
      seen.add(key)
      if (isSocket) held.inFlight += inFlightIn(path)
      else {
        held.bytes += stats.blocks * 512
        held.inodes += 1
      }
    }
    if (countsInFlight) noteCalls(held, proc, pid)
  }
  // Those that were there before and after, and that nobody had open in between.
  const after = countsInFlight ? socketsAround(proc, pids) : around
  const open = new Set([...seen].map((key) => key.slice(key.indexOf(':') + 1)))
  held.inFlight += around.intersection(after).difference(open).size
  return held
}

const socketsAround = (proc: string, pids: readonly number[]): Set<string> =>
  new Set(pids.slice(0, 1).flatMap((pid) => [...unixSocketsAround(proc, pid)]))

function noteCalls(held: HeldFiles, proc: string, pid: number): void {
  for (const name of namesIn(`${proc}/${pid}/task`)) {
    const thread = `${proc}/${pid}/task/${name}`
    if (isHolding(thread)) held.inFlight += 1
    const work = workInKernel(thread)
    if (work !== undefined) held.inKernel.push(work)
  }
}

/**
 * By thread: each may have a table of descriptors of its own, and those of a process whose first thread has ended are
 * shown nowhere else.
 */
function* linksOf(proc: string, pid: number): Generator<string> {
  for (const thread of namesIn(`${proc}/${pid}/task`)) {
    const own = `${proc}/${pid}/task/${thread}`
    for (const name of namesIn(`${own}/fd`)) yield `${own}/fd/${name}`
    // Memory is that of all threads, and is shown for processes only.
    for (const name of namesIn(`${proc}/${thread}/map_files`)) {
      yield `${proc}/${thread}/map_files/${name}`
    }
    // A program stays on disk while it runs, even when it has unmapped all of itself.
    yield `${own}/exe`
    yield `${own}/cwd`
  }
}

/** Of any kind: a folder keeps the room of the names that were in it. */
function isDeleted(stats: Stats, path: string, devices: ReadonlySet<number>): boolean {
  if (stats.nlink > 0) return false
  // The layer of an instance over its artifact is a device of its own, and lies on the same disk.
  return devices.has(stats.dev) || isOverlay(path)
}

/** `scm_fds` of a Unix socket, with those of connections that it has not accepted yet; other sockets do not have it. */
function inFlightIn(path: string): number {
  try {
    const facts = readFileSync(path.replace(/\/fd\/(\d+)$/, '/fdinfo/$1'), 'utf8')
    return Number(/^scm_fds:\s+(\d+)$/m.exec(facts)?.[1] ?? 0)
  } catch {
    return 0
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function isOverlay(path: string): boolean {
  try {
    return statfsSync(path).type === overlayType
  } catch {
    return false
  }
}
