import { deletedFilesOf, sampleDeletedFiles } from '#engines/process/limits/deleted-files.ts'
import {
  type DiskShares,
  type RoomLimits,
  roomOf,
  sumOf,
} from '#engines/process/limits/disk-shares.ts'
import { sleep } from '#kit/concurrency/timeout.ts'
import { measureTrees } from '#kit/tenant-files/trees.ts'

/**
 * The limit that a build exceeded: its own bytes, inodes or depth, or the disk reserve of the machine, by measured or
 * by hidden files.
 */
export type Excess = 'bytes' | 'inodes' | 'depth' | 'disk' | 'hidden'

/** Measures the disk usage of folders while a build writes to them. */
export interface RoomWatch extends Disposable {
  /** Aborted, with an `Excess` as reason, once the usage exceeds the limit. */
  signal: AbortSignal
}

const interval = 1000
/** Measuring many small files is slow, so it may take at most a tenth of the time. */
const rest = 9

/** The build and its folders to measure. */
export interface RoomWatchOptions {
  id: string
  folders: readonly string[]
  limits: RoomLimits
  shares: DiskShares
  /** Its processes, which may hold files that have no name any more. */
  pids(): Promise<readonly number[]>
}

export function watchRoom(options: RoomWatchOptions): RoomWatch {
  const { id, shares } = options
  const full = new AbortController()
  const ended = new AbortController()
  const watch = async () => {
    for (let took = 0; !ended.signal.aborted; ) {
      await untilNextLook(options, took * rest, ended.signal)
      const begin = performance.now()
      const excess = await excessOf(options, ended.signal)
      if (ended.signal.aborted) break
      if (excess) {
        shares.end(id)
        return full.abort(excess)
      }
      took = performance.now() - begin
    }
  }
  shares.begin(id)
  // Runs until closed: a failed measurement is no reason to end a build.
  void watch().catch(() => {})
  return {
    signal: full.signal,
    [Symbol.dispose]() {
      ended.abort()
      shares.forget(id)
    },
  }
}

/** Sleeps, but returns as soon as the disk is low: while a build is unmeasured, another may be ended in its place. */
async function untilNextLook(
  { folders, shares }: RoomWatchOptions,
  pause: number,
  signal: AbortSignal,
): Promise<void> {
  const end = performance.now() + pause
  do {
    await sleep(interval, signal)
    const room = await roomOf(folders[0] ?? '/')
    if (room && shares.isLow(room)) return
  } while (performance.now() < end)
}

async function excessOf(
  { id, folders, limits: { bytes, inodes }, shares, pids }: RoomWatchOptions,
  signal: AbortSignal,
): Promise<Excess | undefined> {
  const room = await roomOf(folders[0] ?? '/')
  const isLow = room !== undefined && shares.isLow(room)
  const named = await measureTrees(folders, { maxBytes: bytes, maxInodes: inodes, signal })
  const deleted = isLow
    ? await sampleDeletedFiles({ pids, folders, signal })
    : await deletedFilesOf(await pids(), folders)
  if (signal.aborted) return undefined
  const size = sumOf(named, deleted)
  const isHiding = isLow && !deleted.isComplete
  shares.note(id, size, { isHiding })
  if (size.bytes > bytes) return 'bytes'
  if (size.inodes > inodes) return 'inodes'
  if (!named.isComplete) return 'depth'
  if (!isLow || !shares.isToEnd(id, room)) return undefined
  return isHiding ? 'hidden' : 'disk'
}
