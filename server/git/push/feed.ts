import type { Writable } from 'node:stream'
import type { ByteReader } from '#git/wire/byte-reader.ts'
import { writeTo } from '#git/wire/outlet.ts'

/** What a pusher sends, on its way to git. */
export interface Feed {
  /** Whether more came than may come; git then got no more of it. */
  readonly isOver: boolean
  /** Resolves when the pusher has sent everything, or twice as much as they may. */
  readonly ended: Promise<void>
}

/**
 * Gives git what the pusher sends, as fast as git takes it. What comes after git has ended is read and thrown
 * away: most clients listen for the answer only when they have sent everything.
 */
export function feed(input: ByteReader, git: Writable | undefined, limit: number): Feed {
  let bytes = 0
  const state = { isOver: false, ended: Promise.resolve() }
  async function pump(): Promise<void> {
    for (let piece = await input.next(); piece; piece = await input.next()) {
      bytes += piece.length
      state.isOver ||= bytes > limit
      if (bytes > 2 * limit) break
      if (state.isOver) git?.end()
      else if (git) await writeTo(git, piece)
    }
    git?.end()
  }
  state.ended = pump()
  return state
}
