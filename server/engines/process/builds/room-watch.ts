import { isDiskLow, type RoomLimits } from '#engines/process/limits/disk-reserve.ts'
import { sleep } from '#kit/deadline.ts'
import { measureTrees } from '#kit/tenant-files/trees.ts'

/** What a build takes too much of: bytes, files, or what little the disk has left for everybody. */
export type Excess = 'bytes' | 'inodes' | 'depth' | 'disk'

/** Measures folders while somebody else fills them. */
export interface RoomWatch extends Disposable {
  /** Aborted, with an `Excess` for a reason, once they take more than they may. */
  signal: AbortSignal
}

const interval = 1000
/** Looking through many small files takes long: it may cost a tenth of the time, and no more. */
const rest = 9

export function watchRoom(folders: readonly string[], limits: RoomLimits): RoomWatch {
  const full = new AbortController()
  const ended = new AbortController()
  const watch = async () => {
    for (let took = 0; !ended.signal.aborted; ) {
      await sleep(Math.max(interval, took * rest), ended.signal)
      const begin = performance.now()
      const excess = await excessOf(folders, limits, ended.signal)
      if (excess) return full.abort(excess)
      took = performance.now() - begin
    }
  }
  // It ends in no other way than being closed: a look that fails is no reason to end a build.
  void watch().catch(() => {})
  return { signal: full.signal, [Symbol.dispose]: () => ended.abort() }
}

async function excessOf(
  folders: readonly string[],
  { bytes, inodes }: RoomLimits,
  signal: AbortSignal,
): Promise<Excess | undefined> {
  const size = await measureTrees(folders, { maxBytes: bytes, maxInodes: inodes, signal })
  if (size.bytes > bytes) return 'bytes'
  if (size.inodes > inodes) return 'inodes'
  if (!size.isComplete) return 'depth'
  return (await isDiskLow(folders[0] ?? '/', size)) ? 'disk' : undefined
}
