import type { Readable, Writable } from 'node:stream'

/** Output of a response to a git client. */
export interface Outlet {
  /** Resolves when the client can take more, and at once when it has disconnected, which does not undo a push. */
  write(bytes: Buffer): Promise<void>
  /** Whether the client has disconnected. */
  readonly isGone: boolean
}

/** Writes with backpressure. */
export async function writeTo(stream: Writable, bytes: Buffer): Promise<void> {
  if (stream.destroyed || !stream.writable) return
  if (stream.write(bytes)) return
  await room(stream)
}

/** Waits until the stream's buffer has room or the stream is closed. */
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

/** Copies a stream; destroys it when the client has disconnected. */
export async function copyTo(outlet: Outlet, stream: Readable): Promise<void> {
  for await (const bytes of stream) {
    if (outlet.isGone) break
    await outlet.write(bytes)
  }
}
