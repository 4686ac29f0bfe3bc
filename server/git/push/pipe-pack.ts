import type { Writable } from 'node:stream'
import type { ByteReader } from '#git/wire/byte-reader.ts'
import { writeTo } from '#git/wire/outlet.ts'

/** What a pusher sends, on its way to git. */
export interface PackPipe {
  /** What there was more of than may come; git then got no more of it. */
  readonly excess: 'bytes' | 'objects' | undefined
  /** Resolves when the pusher has sent everything, or twice as much as they may. */
  readonly ended: Promise<void>
}

/** Git keeps a record of each object of a pack in memory. */
export const maxObjects = 2_000_000
const packHeader = 12

/** How many objects a pack says that it has: `PACK`, a version, and their number. */
function objectsIn(head: Buffer): number {
  if (head.length < packHeader || head.toString('latin1', 0, 4) !== 'PACK') return 0
  return head.readUInt32BE(8)
}

/**
 * Gives git what the pusher sends, as fast as git takes it. What comes after git has ended is read and thrown
 * away: most clients listen for the answer only when they have sent everything.
 */
export function pipePack(input: ByteReader, git: Writable | undefined, limit: number): PackPipe {
  let bytes = 0
  let head: Buffer = Buffer.alloc(0)
  const state = { excess: undefined as PackPipe['excess'], ended: Promise.resolve() }
  async function pump(): Promise<void> {
    for (let piece = await input.next(); piece; piece = await input.next()) {
      bytes += piece.length
      if (head.length < packHeader)
        head = Buffer.concat([head, piece.subarray(0, packHeader - head.length)])
      if (bytes > limit) state.excess ??= 'bytes'
      if (objectsIn(head) > maxObjects) state.excess ??= 'objects'
      if (bytes > 2 * limit) break
      if (state.excess) git?.end()
      else if (git) await writeTo(git, piece)
    }
    git?.end()
  }
  state.ended = pump()
  return state
}
