import { readdirSync, readFileSync, type Stats, statfsSync, statSync } from 'node:fs'
import type { TreeSize } from '#kit/tenant-files/trees.ts'
import { isHolding, unixSocketsAround, workInKernel } from './blocking-syscalls.ts'

/** Limit of descriptors and mappings inspected per query; beyond it the count is incomplete. */
const maxLinks = 100_000
const overlayType = 0x794c7630

/** Deleted files that processes hold. */
export interface HeldFiles extends TreeSize {
  /**
   * Descriptors queued in Unix sockets, such sockets without a descriptor, and system calls that hold a file: their
   * disk usage cannot be determined.
   */
  inFlight: number
  /** Threads running in the kernel, each with its user time so far. */
  inKernel: string[]
}

/** Processes whose files are counted, and folders whose disk is meant. */
export interface HeldFilesQuestion {
  pids: readonly number[]
  folders: readonly string[]
  proc: string
  countsInFlight: boolean
}

/** Counts with blocking system calls, some of which wait for locks that a tenant's process can hold indefinitely. */
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
  // Newest first: a process that passes its descriptors to a child and exits would be missed otherwise.
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
  // Sockets that existed before and after, and that no process had open in between.
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

/** Per thread: each may have its own descriptor table, and a process whose first thread has exited shows none. */
function* linksOf(proc: string, pid: number): Generator<string> {
  for (const thread of namesIn(`${proc}/${pid}/task`)) {
    const own = `${proc}/${pid}/task/${thread}`
    for (const name of namesIn(`${own}/fd`)) yield `${own}/fd/${name}`
    // Memory is shared by all threads and shown per process only.
    for (const name of namesIn(`${proc}/${thread}/map_files`)) {
      yield `${proc}/${thread}/map_files/${name}`
    }
    // A program stays on disk while it runs, even when it has unmapped itself.
    yield `${own}/exe`
    yield `${own}/cwd`
  }
}

/** Any kind of file: a deleted folder keeps the space of its former entries. */
function isDeleted(stats: Stats, path: string, devices: ReadonlySet<number>): boolean {
  if (stats.nlink > 0) return false
  // The overlay of an instance has its own device number, and is on the same disk.
  return devices.has(stats.dev) || isOverlay(path)
}

/** `scm_fds` of a Unix socket, including connections not yet accepted; other sockets do not have it. */
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
