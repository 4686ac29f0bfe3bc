import { readdirSync, type Stats, statfsSync, statSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TreeSize } from '#kit/tenant-files/trees.ts'

/** Descriptors and mappings that one look goes through; whoever has more is not counted to the end. */
const maxLinks = 100_000
const linksPerTurn = 500
const overlayType = 0x794c7630

/**
 * What files without a name take on the disk of these folders: no walk through folders finds them, and they stay as long as a
 * process holds them. Nothing is opened: `stat` follows the links of `/proc` to the file itself.
 */
export async function deletedFilesOf(
  pids: readonly number[],
  folders: readonly string[],
): Promise<TreeSize> {
  const devices = new Set(folders.flatMap((folder) => statOf(folder)?.dev ?? []))
  const size: TreeSize = { bytes: 0, inodes: 0, isComplete: true }
  const seen = new Set<string>()
  let links = 0
  for (const pid of pids) {
    for (const folder of holdersOf(pid)) {
      for (const name of namesIn(folder)) {
        if (++links > maxLinks) return { ...size, isComplete: false }
        if (links % linksPerTurn === 0) await nextTurn()
        const path = `${folder}/${name}`
        const stats = statOf(path)
        if (!stats?.isFile() || stats.nlink > 0) continue
        // The layer of an instance over its artifact is a device of its own, and lies on the same disk.
        if (!devices.has(stats.dev) && !isOverlay(path)) continue
        const key = `${stats.dev}:${stats.ino}`
        if (seen.has(key)) continue
        seen.add(key)
        size.bytes += stats.blocks * 512
        size.inodes += 1
      }
    }
  }
  return size
}

/**
 * By thread: each may have a table of descriptors of its own, and those of a process whose first thread has ended are
 * shown nowhere else.
 */
const holdersOf = (pid: number): string[] =>
  namesIn(`/proc/${pid}/task`).flatMap((thread) => [
    `/proc/${pid}/task/${thread}/fd`,
    // Memory is that of all threads, and is shown for processes only.
    `/proc/${thread}/map_files`,
  ])

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
