import { Readable } from 'node:stream'

export interface StreamOptions {
  /** What the answer holds of the stream limits; disposed of when it has ended or could not begin. */
  slots: Disposable
  /** Says that the reader is gone, also before the answer begins. */
  gone: AbortSignal
  headers: Record<string, string>
}

/** A Node stream as an answer; destroyed when its reader is gone. Whoever reads it sees by the length that it broke off. */
export function streamResponse(stream: Readable, options: StreamOptions): Response {
  const { slots, gone, headers } = options
  stream.once('close', () => slots[Symbol.dispose]())
  if (gone.aborted) {
    stream.destroy()
    return new Response(null)
  }
  const body = Readable.toWeb(stream) as ReadableStream<Uint8Array>
  // Once the adapter reads, it cancels the body itself; an error there would only fill the log.
  const leave = () => void (body.locked || stream.destroy())
  gone.addEventListener('abort', leave)
  stream.once('close', () => gone.removeEventListener('abort', leave))
  return new Response(body, { headers })
}
