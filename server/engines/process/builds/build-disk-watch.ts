import { deletedFilesOf, sampleDeletedFiles } from '#engines/process/limits/deleted-files.ts'
import {
  type DiskShares,
  type RoomLimits,
  roomOf,
  sumOf,
} from '#engines/process/limits/disk-shares.ts'
import { sleep } from '#kit/concurrency/timeout.ts'
import { measureTrees } from '#kit/tenant-files/trees.ts'

/** What a build takes too much of: bytes, files, or what little the disk has left for everybody, seen or hidden. */
export type Excess = 'bytes' | 'inodes' | 'depth' | 'disk' | 'hidden'

/** Measures folders while somebody else fills them. */
export interface RoomWatch extends Disposable {
  /** Aborted, with an `Excess` for a reason, once they take more than they may. */
  signal: AbortSignal
}

const interval = 1000
/** Looking through many small files takes long: it may cost a tenth of the time, and no more. */
const rest = 9

/** Whose room is watched. */
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
  // It ends in no other way than being closed: a look that fails is no reason to end a build.
  void watch().catch(() => {})
  return {
    signal: full.signal,
    [Symbol.dispose]() {
      ended.abort()
      shares.forget(id)
    },
  }
}

/** Waits, but no longer than to the moment in which the disk is low: others are ended for whoever is not measured then. */
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
