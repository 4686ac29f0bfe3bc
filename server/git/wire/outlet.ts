import type { Readable, Writable } from 'node:stream'

/** Where the answer to a git client goes. */
export interface Outlet {
  /**
   * Resolves when the far side can take more, and at once when nobody is there any more: who has left does
   * not undo a push.
   */
  write(bytes: Buffer): Promise<void>
  /** Whether the far side has left. */
  readonly isGone: boolean
}

/** Writes, and waits while the stream's buffer is full. */
export async function writeTo(stream: Writable, bytes: Buffer): Promise<void> {
  if (stream.destroyed || !stream.writable) return
  if (stream.write(bytes)) return
  await room(stream)
}

/** Waits until the stream's buffer has room again or the stream is gone. */
export function room(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const signs = ['drain', 'close', 'error']
    const done = () => {
      for (const sign of signs) stream.off(sign, done)
      resolve()
    }
    for (const sign of signs) stream.on(sign, done)
  })
}

/** Hands on everything that a stream gives; closes it when nobody listens any more. */
export async function copyTo(outlet: Outlet, stream: Readable): Promise<void> {
  for await (const bytes of stream) {
    if (outlet.isGone) break
    await outlet.write(bytes)
  }
}
